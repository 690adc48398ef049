import { type Layout, plainName } from '../../../festival/statement/layout'
import { type ChosenColumns, makeLayout } from '../../../festival/statement/suggest-columns'

export type MoneyKind = ChosenColumns['money']['kind']

/** What an organiser chooses for a file whose columns nobody knows; empty where nothing is chosen yet. */
export interface MappingDraft {
  /** What the layout is to be called: "Village Co-operative Bank". */
  name: string
  day: string
  narration: string
  reference: string
  balance: string
  money: MoneyKind
  debit: string
  credit: string
  amount: string
  direction: string
}

/** The columns to choose from. The second of two equal names gets a 2, as layouts know it. */
export const listColumns = (header: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return header.flatMap((cell) => {
    const plain = plainName(cell)
    if (plain === '') return []
    const count = (seen.get(plain) ?? 0) + 1
    seen.set(plain, count)
    const name = cell.replace(/\s+/g, ' ').trim()
    return [count === 1 ? name : `${name} ${count}`]
  })
}

/** What is proposed, as a draft to look over. */
export const startMapping = ({ money, ...columns }: Partial<ChosenColumns>): MappingDraft => ({
  name: '',
  day: '',
  narration: '',
  reference: '',
  balance: '',
  debit: '',
  credit: '',
  amount: '',
  direction: '',
  ...columns,
  ...(money ?? {}),
  money: money?.kind ?? 'two columns',
})

const chooseMoney = ({ money, debit, credit, amount, direction }: MappingDraft): ChosenColumns['money'] | undefined => {
  if (money === 'two columns') return debit && credit ? { kind: money, debit, credit } : undefined
  if (money === 'with direction') return amount && direction ? { kind: money, amount, direction } : undefined
  return amount ? { kind: money, amount } : undefined
}

/** The layout that a draft makes; undefined while a column is missing that no statement can be read without. */
export const readMapping = (draft: MappingDraft, header: readonly string[]): Layout | undefined => {
  const { day, narration, reference, balance } = draft
  const money = chooseMoney(draft)
  if (!day || !narration || !money) return undefined
  return makeLayout(draft.name.trim() || 'own layout', header, {
    day,
    narration,
    money,
    ...(reference ? { reference } : {}),
    ...(balance ? { balance } : {}),
  })
}
