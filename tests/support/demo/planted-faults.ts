import type { FlagKind } from '../../../festival/contract/flags'

/**
 * What is wrong in the demo's festival, and how often: each as a flag of the desk names it (behaviour 14.17). The tests
 * read this list and look whether the desk finds all of it.
 */
export const plantedFaults = {
  'same-file': 5,
  'same-utr': 5,
  'same-reference': 5,
  'odd-date': 5,
  'unknown-pass': 5,
  'borrowed-pass': 5,
  overlap: 5,
  'team-rule': 5,
  'many-from-one': 10,
} as const satisfies Partial<Record<FlagKind, number>>

export type PlantedFault = keyof typeof plantedFaults

/** Those that a browser finds by reading pictures, and the server by itself does not. */
export const foundInPictures: readonly PlantedFault[] = ['odd-date']
