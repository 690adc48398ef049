import { type Paise, writePaise } from '../../../festival/bank/cells'
import type { ShownProposal } from '../../../festival/desk/statement'
import { perhapsWords } from '../../../festival/matching/proposal'

const notYetWords = {
  newer: 'Sent on the last day of the file or later.',
  older: 'Sent before the first day of the file.',
} as const

/** "₹100.00 too little", "₹50.00 too much". */
export const tellDifference = (difference: Paise): string =>
  `${writePaise(Math.abs(difference))} too ${difference < 0 ? 'little' : 'much'}`

/** Why a proposal is only a maybe, or not yet in the file. */
export const tellWhy = ({ why }: Pick<ShownProposal, 'why'>): string | undefined => {
  if (why === undefined) return undefined
  return why === 'newer' || why === 'older' ? notYetWords[why] : perhapsWords[why]
}

/** "1 payment", "812 payments", grouped as in India. */
export const count = (number: number, one: string, several: string = `${one}s`): string =>
  `${number.toLocaleString('en-IN')} ${number === 1 ? one : several}`
