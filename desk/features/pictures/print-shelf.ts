import { comparePrints, mostDifference } from './compare-prints'
import type { PicturePrint } from './picture-print'

/** A print and whose picture it is of. */
export interface ShelvedPrint {
  proof: string
  submission: string
  print: PicturePrint
}

/** Another submission's picture that looks the same. */
export interface Likeness {
  proof: string
  other: string
  /** 0 to 1: nothing differs. */
  score: number
}

/** So many are kept and compared with, some 50 KB each. */
const mostPrints = 4_000

/**
 * The prints of all pictures. One that was made here is compared with every other; one that another browser made, with those made
 * here: of two browsers that read at once, at least one sees both (behaviour 14.53).
 */
export class PrintShelf {
  readonly #prints = new Map<string, ShelvedPrint & { isOwn: boolean }>()

  add(added: ShelvedPrint, isOwn: boolean): Likeness[] {
    if (this.#prints.has(added.proof) || this.#prints.size >= mostPrints) return []
    const found = [...this.#prints.values()]
      .filter((other) => (isOwn || other.isOwn) && other.submission !== added.submission)
      .flatMap((other): Likeness[] => {
        const difference = comparePrints(added.print, other.print, mostDifference)
        return difference > mostDifference
          ? []
          : [{ proof: added.proof, other: other.proof, score: Math.round((1 - difference) * 1_000) / 1_000 }]
      })
    this.#prints.set(added.proof, { ...added, isOwn })
    return found
  }
}
