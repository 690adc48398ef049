import { plateNumber } from '../festival/catalogue'
import type { Subject } from '../festival/subject'
import { writeRoman } from './write-roman'

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
