import { plateNumber } from '../festival/content/catalogue'
import type { Legend } from '../festival/content/content'
import type { Subject } from '../festival/content/subject'

/** "Plate IV": where a subject stands in the atlas. */
export const plateCaption = (subject: Subject): string => `Plate ${toRoman(plateNumber(subject))}`

/**
 * The picture of a key, in the page's inks; from a sheet where the page shows several. Inside of an element of class
 * `group` a pulse travels along the line that its file names the axon, when that is hovered or holds the focus (behaviour 10.2).
 */
export const Plate = ({
  of: key,
  sheet,
  className = '',
}: {
  of: string
  sheet?: string
  className?: string
}) => {
  const file = plateAddress(sheet ? `sheet-${sheet}` : key)
  return (
    <svg viewBox="0 0 400 500" aria-hidden="true" className={`plate ${className}`}>
      <use href={`${file}#${key}`} />
      <use href={`${file}#${key}-axon`} className="pulse" />
    </svg>
  )
}

/** What a picture shows that keeps a frame of its own. */
export interface FramedLegend extends Legend {
  viewBox: string
}

/** What the shop sells, and the picture of a page that is not there. */
export type Drawings = Readonly<Record<'shop-item' | 'not-found', FramedLegend>>

declare const __DRAWINGS__: Drawings

export const findDrawing = (name: keyof Drawings): FramedLegend => __DRAWINGS__[name]

/** A picture in its own frame, in the inks and lines of the page around it. */
export const Drawing = ({ of: name, className }: { of: keyof Drawings; className: string }) => (
  <svg viewBox={findDrawing(name).viewBox} aria-hidden="true" className={className}>
    <use href={`${plateAddress(name)}#${name}`} />
  </svg>
)

/** The letter of a drawing's mark, by its place from 0. */
export const markLetter = (index: number): string => String.fromCharCode(97 + index)

/** The folder of this build's plates; its name changes when a drawing does, so that browsers may keep them for good. */
declare const __PLATES__: string

const plateAddress = (key: string): string => `${__PLATES__}/${key}.svg`

const numerals = { C: 100, XC: 90, L: 50, XL: 40, X: 10, IX: 9, V: 5, IV: 4, I: 1 }

/** A plate's number as an atlas prints it: 4 is IV. */
export const toRoman = (value: number): string => {
  const [sign, worth] = Object.entries(numerals).find(([, worth]) => worth <= value) ?? []
  return sign && worth ? sign + toRoman(value - worth) : ''
}

/** The id under which each document holds the drawing of the mark, once for all its places. */
export const markId = 'mark'

/** The festival's own sign, in the colour of the text around it (behaviour 10.6). */
export const Mark = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
    <use href={`#${markId}`} />
  </svg>
)
