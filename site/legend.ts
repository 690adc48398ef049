/** What a plate shows. */
export interface Legend {
  /** "Purkinje cell". */
  name: string
  /** The letters on the drawing and what they point at. */
  marks: readonly (readonly [letter: string, label: string])[]
}

/** The legends of this build's plates, by key. */
declare const __LEGENDS__: Readonly<Record<string, Legend>>

/** The legend of a key's plate (behaviour 10.8). */
export const legendOf = (key: string): Legend | undefined => __LEGENDS__[key]
