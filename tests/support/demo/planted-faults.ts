import type { FlagKind } from '../../../festival/contract/flags'

/** The number of planted entries for each of the desk's flags. Tests expect every flag. */
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

/** The browser finds these faults when it reads the pictures. The server cannot. */
export const foundInPictures: readonly PlantedFault[] = ['odd-date']
