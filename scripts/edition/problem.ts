/** Something that an organiser must mend in the edition. */
export interface Problem {
  /** The keys and indexes that lead to it, the part of the edition first. */
  path: readonly string[]
  /** What is wrong, after the name of the place: "is missing; it must be a list". */
  words: string
}
