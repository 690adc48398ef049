/** What a plate shows (behaviour 10.8). */
export interface Legend {
  /** "Purkinje cell". */
  name: string
  /** What the letters on the drawing point at, from `a` on. */
  marks: readonly string[]
}

/** Legends of this build's plates, by the keys of their subjects. */
export type Legends = Readonly<Record<string, Legend>>

/** The letter of a drawing's mark, by its place from 0. */
export const letterOf = (index: number): string => String.fromCharCode(97 + index)
