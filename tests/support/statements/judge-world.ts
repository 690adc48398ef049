import { type BankRow, groupOf, kinds, type MatchGroup, type MatchKind } from '../../../festival/bank/match'
import { matchPayments } from '../../../festival/bank/match-payments'
import { identifyRow } from '../../../festival/bank/statement'
import { choosePayments } from '../../../festival/bank/verdict'
import type { ReadLayout } from './read-layout'
import { type Booked, book } from './transaction'
import type { World } from './world'

/** What the matching of rows came to, against what truly happened. */
export interface WorldVerdict {
  payable: number
  /** Of the payable: matched with their own payment, and by group those that were not. */
  matched: number
  left: Partial<Record<MatchGroup, number>>
  /** Payments that were offered as unknown. */
  unknown: number
  /** Matches by themselves (ticked) that give somebody another's money or money that did not stay: must be none. */
  wrong: string[]
  /** How many there are of each kind. */
  kinds: Partial<Record<MatchKind, number>>
}

/** Matches what was read of one file or more of the same account of this world, and compares with what truly happened. */
export const judgeFiles = (
  { expected, payable, days, transactions }: World,
  files: readonly ReadLayout[],
): WorldVerdict => {
  const booked = book(transactions, 1_000_050)
  const truth = new Map<string, Booked | undefined>()
  const rows = files.flatMap(({ layout, statement }): BankRow[] => {
    const [read, told, file] = [statement?.rows ?? [], layout.told(booked), layout.name]
    // Files are read in their order, so that whose money a row is does not hang on what it says.
    for (const [at, { line }] of read.entries()) truth.set(`${file} ${line}`, told[at])
    const { payments, reversals } = choosePayments({ rows: read }, { from: days.first, to: days.last })
    return [...payments, ...reversals].map((row) => ({ ...row, id: identifyRow(row), file }))
  })
  const truthOf = ({ file, line }: BankRow) => truth.get(`${file} ${line}`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const wentBack = new Set(transactions.flatMap(({ kind, rrn }) => (kind === 'reversal' ? [rrn] : [])))
  const verdict: WorldVerdict = { payable: payable.size, matched: 0, left: {}, unknown: 0, wrong: [], kinds: {} }
  for (const match of matchPayments({ rows, expected, days }).matches) {
    const [one] = match.expected
    const own = match.rows.flatMap((id) => byId.get(id) ?? [])
    const isRight = one !== undefined && own.length > 0 && own.every((row) => truthOf(row)?.claim === one)
    const isBack = own.some((row) => wentBack.has(truthOf(row)?.rrn ?? ''))
    const group = groupOf(match)
    verdict.kinds[match.kind] = (verdict.kinds[match.kind] ?? 0) + 1
    if (group === 'unknown') verdict.unknown += 1
    if (kinds[match.kind].isTicked && (!isRight || isBack)) {
      const words = own.map(({ narration }) => narration).join(' + ')
      verdict.wrong.push(`${match.kind}${isBack ? ' (went back)' : ''} ${one} ← ${words}`)
    }
    if (group === 'matched' && isRight && payable.has(one)) verdict.matched += 1
    else for (const id of match.expected) if (payable.has(id)) verdict.left[group] = (verdict.left[group] ?? 0) + 1
  }
  return verdict
}
