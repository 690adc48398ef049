import { plateAddress } from '../../plate-address'

/**
 * The neuron of a key, drawn in the page's ink. Inside of an element of class `group` a pulse travels along its axon
 * when that is hovered or holds the focus (behaviour 10.2).
 */
export const Plate = ({ of: key, className = '' }: { of: string; className?: string }) => {
  const file = plateAddress(key)
  return (
    <svg viewBox="0 0 400 500" aria-hidden="true" focusable="false" className={`plate ${className}`}>
      <use href={`${file}#plate`} />
      <use href={`${file}#axon`} className="pulse" />
    </svg>
  )
}

/** "IV": a plate's number as an atlas prints it. */
export const formatPlateNumber = (number: number): string => {
  const steps = [
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const
  let rest = number
  let text = ''
  for (const [value, sign] of steps) for (; rest >= value; rest -= value) text += sign
  return text
}
