import { plateNumber } from '../festival/catalogue'
import type { Subject } from '../festival/subject'

/** "Plate IV": where a subject stands in the atlas. */
export const plateCaption = (subject: Subject): string => `Plate ${writeRoman(plateNumber(subject))}`

/**
 * The neuron of a key, drawn in the page's ink; from a sheet where the page shows several. Inside of an element of class
 * `group` a pulse travels along its axon when that is hovered or holds the focus (behaviour 10.2).
 */
export const Plate = ({ of: key, sheet, className = '' }: { of: string; sheet?: string; className?: string }) => {
  const file = plateAddress(sheet ? `sheet-${sheet}` : key)
  return (
    <svg viewBox="0 0 400 500" aria-hidden="true" className={`plate ${className}`}>
      <use href={`${file}#${sheet ? key : 'plate'}`} />
      <use href={`${file}#${sheet ? `${key}-axon` : 'axon'}`} className="pulse" />
    </svg>
  )
}

/** The folder of this build's plates; its name changes when a drawing does, so that browsers may keep them for good. */
declare const __PLATES__: string

/** The address of a plate's drawing: the neuron of a subject's or a page's key. */
const plateAddress = (key: string): string => `${__PLATES__}/${key}.svg`

const signs: readonly [number, string][] = [
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

/** A plate's number as an atlas prints it: 4 is IV. */
export const writeRoman = (value: number): string => {
  let rest = value
  let text = ''
  for (const [worth, sign] of signs) {
    for (; rest >= worth; rest -= worth) text += sign
  }
  return text
}

/** The id under which each document holds the drawing of the mark, once for all its places. */
export const markId = 'mark'

/** The festival's own neuron, in the colour of the text around it (behaviour 10.6). */
export const Mark = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
    <use href={`#${markId}`} />
  </svg>
)
