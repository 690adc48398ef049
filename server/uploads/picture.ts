/** What the header and the structure of a picture tell. */
export interface Picture {
  width: number
  height: number
  /** Where the picture ends, in bytes; what follows is not part of it. */
  end: number
}

/** Reads a format's structure from its first byte to its last; undefined when it is not one, or not whole. */
export type ReadPicture = (bytes: Buffer) => Picture | undefined
