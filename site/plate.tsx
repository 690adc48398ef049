import { plateNumber } from '../festival/content/catalogue'
import type { Legend } from '../festival/content/content'
import type { Subject } from '../festival/content/subject'

export const plateCaption = (subject: Subject): string => `Plate ${toRoman(plateNumber(subject))}`

/**
 * Pages with several drawings load them from one sheet. Hovering or focusing an ancestor with the
 * class `group` animates the path named "axon".
 */
export const Plate = ({
  of: key,
  sheet,
  className = '',
}: {
  of: string
  sheet?: string | undefined
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

export interface FramedLegend extends Legend {
  viewBox: string
}

export type Drawings = Readonly<Record<'shop-item' | 'not-found', FramedLegend>>

declare const __DRAWINGS__: Drawings

export const findDrawing = (name: keyof Drawings): FramedLegend => __DRAWINGS__[name]

export const Drawing = ({ of: name, className }: { of: keyof Drawings; className: string }) => (
  <svg viewBox={findDrawing(name).viewBox} aria-hidden="true" className={className}>
    <use href={`${plateAddress(name)}#${name}`} />
  </svg>
)

/** Returns the letter that marks a drawing. `index` starts at 0. */
export const markLetter = (index: number): string => String.fromCharCode(97 + index)

/** The folder name contains a hash of the drawings, so browsers may cache them forever. */
declare const __PLATES__: string

export const plateAddress = (key: string): string => `${__PLATES__}/${key}.svg`

const numerals = { C: 100, XC: 90, L: 50, XL: 40, X: 10, IX: 9, V: 5, IV: 4, I: 1 }

export const toRoman = (value: number): string => {
  const [sign, worth] = Object.entries(numerals).find(([, worth]) => worth <= value) ?? []
  return sign && worth ? sign + toRoman(value - worth) : ''
}

/** The ID of the drawing used as a mark, which each document contains once. */
export const markId = 'mark'

export const Mark = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
    <use href={`#${markId}`} />
  </svg>
)
