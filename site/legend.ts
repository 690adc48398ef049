/** What a plate shows (behaviour 10.8). */
export interface Legend {
  /** "Purkinje cell". */
  name: string
  /** The letters on the drawing and what they point at. */
  marks: readonly (readonly [letter: string, label: string])[]
}

/** Legends of this build's plates, by the keys of their subjects. */
export type Legends = Readonly<Record<string, Legend>>
