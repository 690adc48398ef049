import { type BankRow, groupOf, kinds, type MatchGroup, type MatchKind } from '../../../festival/bank/match'
import { matchPayments } from '../../../festival/bank/match-payments'
import { importFile } from './import-file'
import type { Layout } from './layout'
import { book, type Transaction } from './transaction'
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

/** Matches rows of files of this world, and compares with the truth. `truthOf` says what a row truly was, by its text or line. */
export const judgeWorld = (
  { expected, payable, days, transactions }: World,
  rows: readonly BankRow[],
  truthOf: (row: BankRow) => Transaction | undefined,
): WorldVerdict => {
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

/** What an import of one bank's file came to, against what truly happened. */
export interface ImportVerdict extends WorldVerdict {
  unreadable: number
  breaks: number
  links: number
}

const window = { from: '2026-08-15', to: '2026-10-15' } as const

/** Writes a bank's file of a world, reads and matches it as the desk does, and compares with the truth. */
export const judgeImport = async (layout: Layout, world: World): Promise<ImportVerdict> => {
  const file = layout.write(book(world.transactions, 1_000_050))
  const { statement, payments, reversals } = await importFile(file, window, layout.columns)
  const truth = new Map(world.transactions.map((transaction) => [transaction.rrn, transaction]))
  const verdict = judgeWorld(world, [...payments, ...reversals], ({ narration, reference }) => {
    const numbers = `${narration} ${reference.padStart(12, '0')}`.replaceAll('\n', '').match(/\d{12}/g) ?? []
    return numbers.map((number) => truth.get(number)).find((one) => one !== undefined)
  })
  const { unreadable, chain } = statement
  return { ...verdict, unreadable: unreadable.length, breaks: chain?.breaks.length ?? 0, links: chain?.links ?? 0 }
}
