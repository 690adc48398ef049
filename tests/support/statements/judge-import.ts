import { importFile } from './import-file'
import { judgeWorld, type WorldVerdict } from './judge-world'
import type { Layout } from './layout'
import { book } from './transaction'
import type { World } from './world'

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
