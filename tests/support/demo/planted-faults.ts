import type { FlagKind } from '../../../festival/contract/flags'

/** How often each flag of the desk is planted. Tests expect the desk to find all of them. */
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

/** Found by reading pictures in the browser, not by the server. */
export const foundInPictures: readonly PlantedFault[] = ['odd-date']
