import type { ProposalState } from '../../../festival/matching/proposal'
import { stateWords } from '../../../festival/matching/proposal'
import type { Verdict } from '../../support/statements/judge-import'

const columns: readonly [string, readonly ProposalState[]][] = [
  ['number', ['matched-by-number']],
  ['reference', ['matched-by-reference']],
  ['amount', ['wrong-amount', 'paid-in-parts']],
  ['two', ['one-payment-for-two-claims']],
  ['several', ['one-payment-for-several']],
  ['twice', ['paid-twice']],
  ['perhaps', ['perhaps']],
  ['unknown', ['unknown-payment']],
  ['missing', ['claimed-not-received']],
  ['not yet', ['not-yet-in-this-file']],
  ['reversed', ['reversed']],
]

const say = (state: string) =>
  Object.entries(stateWords)
    .find(([key]) => key === state)?.[1]
    .toLowerCase() ?? state.replace(': ', ', ')

/** Prints what each bank's file came to: proposals by state, then what was missed and why. */
export const printVerdicts = (verdicts: readonly Verdict[]): void => {
  const width = Math.max(...verdicts.map(({ bank }) => bank.length)) + 2
  const head = columns.map(([name]) => name.padStart(10)).join('')
  console.log(`${''.padEnd(width)}${head}${'WRONG'.padStart(8)}`)
  for (const { bank, states, wronglyMatched } of verdicts) {
    const cells = columns.map(([, ones]) => ones.reduce((sum, state) => sum + (states[state] ?? 0), 0))
    const counts = cells.map((cell) => String(cell).padStart(10)).join('')
    console.log(`${bank.padEnd(width)}${counts}${String(wronglyMatched.length).padStart(8)}`)
  }
  console.log('\nPaid exactly and not ticked, by what the desk says of them:')
  for (const { bank, missed, paid } of verdicts) {
    const count = Object.values(missed).reduce((sum, number) => sum + number, 0)
    const reasons = Object.entries(missed)
      .sort(([, one], [, other]) => other - one)
      .map(([state, number]) => `${say(state)} ${number}`)
    console.log(`${bank.padEnd(width)}${count} of ${paid}: ${reasons.join(', ')}`)
  }
}
