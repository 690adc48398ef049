import type { BankRow, MatchGroup, MatchKind } from '../../../festival/bank/match'
import { groupOf, kinds } from '../../../festival/bank/match'
import { matchPayments } from '../../../festival/bank/match-payments'
import type { World } from './world'

/** What the matching of one file came to, against what truly happened. */
export interface WorldVerdict {
  payable: number
  /** Of the payable: matched with their own payment, and by group those that were not. */
  matched: number
  left: Partial<Record<MatchGroup, number>>
  /** Matches by themselves (ticked) that give somebody another's money or money that did not stay: must be none. */
  wrong: string[]
  /** By kind: how many, and how many of them name the right person. */
  kinds: Partial<Record<MatchKind, { all: number; right: number }>>
}

/** Matches rows of a file of this world, and compares with the truth. `ownerOf` says whose a row is, by its text or line. */
export const judgeWorld = (
  { expected, payable, days, transactions }: World,
  rows: readonly BankRow[],
  ownerOf: (row: BankRow) => string | undefined,
): WorldVerdict => {
  const { matches } = matchPayments({ rows, expected, days })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const wentBack = new Set(transactions.flatMap(({ kind, rrn }) => (kind === 'reversal' ? [rrn] : [])))
  const verdict: WorldVerdict = { payable: payable.size, matched: 0, left: {}, wrong: [], kinds: {} }
  for (const match of matches) {
    const [one] = match.expected
    const own = match.rows.flatMap((id) => byId.get(id) ?? [])
    const isRight = one !== undefined && own.length > 0 && own.every((row) => ownerOf(row) === one)
    const { all, right } = verdict.kinds[match.kind] ?? { all: 0, right: 0 }
    verdict.kinds[match.kind] = { all: all + 1, right: right + (isRight ? 1 : 0) }
    const isTicked = kinds[match.kind].isTicked
    const isBack = own.some(({ narration, reference }) =>
      [...wentBack].some((rrn) => `${narration} ${reference}`.includes(rrn)),
    )
    if (isTicked && (!isRight || isBack))
      verdict.wrong.push(`${match.kind} ${one} ← ${own.map(({ narration }) => narration).join(' + ')}`)
    if (groupOf(match) === 'matched' && isRight && one !== undefined && payable.has(one)) verdict.matched += 1
    else
      for (const id of match.expected)
        if (payable.has(id)) verdict.left[groupOf(match)] = (verdict.left[groupOf(match)] ?? 0) + 1
  }
  return verdict
}
