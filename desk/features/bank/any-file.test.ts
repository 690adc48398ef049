import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BankRow, type ExpectedPayment, matchKinds } from '../../../festival/bank/match'
import { matchPayments } from '../../../festival/bank/match-payments'
import { identifyRow } from '../../../festival/bank/statement'
import type { Day } from '../../../festival/content/slot'
import { type ReadRequest, type ReadResult, readBankFile } from './file-worker'
import { PasswordNeeded, readFile, UnreadableFile } from './read-file'

/**
 * An entry with its fee in rupees. `utr` is the number that was typed, `picture` the number read
 * from the screenshot.
 */
interface Claim {
  id: string
  name: string
  due: number
  reference: string
  utr: string | null
  picture?: string | null
  phone?: string
  submittedAt: string
}

/** What really happened to each payment, which only this test knows. */
interface TruePayment {
  claim: string | null
  rrn: string
  state: 'received' | 'failed' | 'pending' | 'refunded' | 'part'
}

interface ExpectedFile {
  file: string
  /** Entries that must be ticked with their own payment. */
  matched: readonly string[]
  /** Entries that must never be ticked. */
  never: readonly string[]
  /** Whether the reader may ask questions, or which question. */
  asks: boolean | 'sheet' | 'paise'
}

/** Files of one account, the entries that were paid into the account, and the expected matches. */
interface ExpectedFiles {
  window: { from: Day; to: Day }
  claims: readonly Claim[]
  payments: readonly TruePayment[]
  files: readonly ExpectedFile[]
}

const folder = join(import.meta.dirname, '../../../tests/statements')
const readBytes = (name: string) => new Uint8Array(readFileSync(join(folder, name)))
const expectations: readonly ExpectedFiles[] = ['expected.json', 'banks.json'].flatMap((name) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')),
)
const all = expectations.flatMap((account) =>
  account.files.map((file) => ({ ...account, ...file })),
)

const expectPayment = ({
  id,
  name,
  due,
  reference,
  utr,
  picture,
  phone,
  submittedAt,
}: Claim): ExpectedPayment => ({
  id,
  name,
  due: due * 100,
  reference,
  paymentStatus: 'open',
  day: submittedAt.slice(0, 10) as Day,
  number: utr ?? undefined,
  pictureNumber: picture ?? undefined,
  phone,
})

/** Unsupported formats: unusual dates, and an OpenDocument sheet. */
const refused: Readonly<Record<string, RegExp>> = {
  '02-serial-dates.xlsx': /^This file has no table of payments/,
  '03-open-document.ods': /save an OpenDocument sheet as XLSX/,
  '07-compact-dates.txt': /^This file has no table of payments/,
  '16-date-over-two-lines.pdf': /^This file has no table of payments/,
}

/**
 * Reads a file as the desk does. Answers questions with the likely columns, with yes for paise, and
 * with the last sheets.
 */
const readFileOn = async (
  name: string,
  window: ExpectedFiles['window'],
): Promise<{ answer: ReadResult; asked: Set<string> }> => {
  const asked = new Set<string>()
  const readOn = async (ask: ReadRequest): Promise<ReadResult> => {
    const answer = await readBankFile(ask)
    if (answer.kind === 'asks sheets' && !ask.sheets) {
      asked.add('sheet')
      return readOn({ ...ask, sheets: [...(answer.choices.at(-1) ?? [])] })
    }
    if (answer.kind === 'asks direction') {
      asked.add('direction')
      return readOn({ ...ask, areReceived: true })
    }
    if (answer.kind !== 'asks' || asked.has('paise')) {
      return answer
    }
    asked.add(ask.chosen ? 'paise' : 'columns')
    const { day = 0, money = { kind: 'one column', amount: 0 }, ...likely } = answer.likely
    const isPaise = ask.chosen ? true : likely.isPaise
    const columns = { states: [], ...likely, day, money, isPaise }
    return readOn({ ...ask, chosen: { key: answer.key, columns } })
  }
  const answer = await readOn({
    file: new Blob([readBytes(name)]),
    known: [],
    window,
    today: window.to,
  })
  return { answer, asked }
}

/** If a report's status words do not say which way payments went, the reader asks that, too. */
const askedBy = {
  false: [],
  true: ['columns', 'direction'],
  sheet: ['sheet'],
  paise: ['columns', 'paise'],
} as const

test.each(all)(
  'matches every payment in $file correctly, or refuses the file with a reason (15.3 to 15.7)',
  async (given) => {
    const { file, window, claims, payments, matched, never, asks } = given
    const { answer, asked } = await readFileOn(file, window)
    const words = refused[file]
    if (words) {
      return expect(answer).toEqual({ kind: 'refused', message: expect.stringMatching(words) })
    }
    if (answer.kind !== 'read') {
      throw new Error(`It ${answer.kind}`)
    }
    expect([[...asked], answer.refusal]).toEqual([askedBy[`${asks}`], undefined])

    const rows = [...answer.file.payments, ...answer.file.reversals].map(
      (row): BankRow => ({ ...row, id: identifyRow(row), file }),
    )
    const { matches } = matchPayments({
      rows,
      expected: claims.map(expectPayment),
      days: answer.file.days,
    })
    const ticked = matches.filter(({ kind }) => matchKinds[kind].isTicked)
    const ids = ticked.flatMap(({ expected }) => expected)
    expect(
      matched.filter((id) => !ids.includes(id)),
      'to be ticked',
    ).toEqual([])
    expect(
      never.filter((id) => ids.includes(id)),
      'not to be ticked',
    ).toEqual([])
    for (const match of ticked) {
      for (const { narration, reference } of rows.filter(({ id }) => match.rows.includes(id))) {
        const payment = payments.find(({ rrn }) => `${narration} ${reference}`.includes(rrn))
        expect([payment?.claim, payment?.state], narration).toEqual([match.expected[0], 'received'])
      }
    }
  },
)

const isAnswered = async (bytes: Uint8Array): Promise<boolean> => {
  try {
    return Array.isArray(await readFile(bytes))
  } catch (error) {
    return error instanceof UnreadableFile || error instanceof PasswordNeeded
  }
}

test('reads or refuses any sequence of bytes without crashing', async () => {
  const begin = fc.constantFrom(
    [],
    [0x50, 0x4b, 3, 4],
    [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    [0xff, 0xfe],
    [60],
    [0x25, 0x50, 0x44, 0x46],
  )
  await fc.assert(
    fc.asyncProperty(begin, fc.uint8Array({ maxLength: 600 }), async (head, tail) => {
      expect(await isAnswered(Uint8Array.from([...head, ...tail]))).toBe(true)
    }),
  )
})

test('reads or refuses bank files with lost or changed bytes without crashing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...all.map(({ file }) => readBytes(file))),
      fc.array(fc.record({ at: fc.nat(100_000), byte: fc.nat(255) }), { maxLength: 20 }),
      fc.option(fc.nat(100_000)),
      async (file, changes, end) => {
        const bytes = file.slice(0, end === null ? undefined : end % file.length)
        for (const { at, byte } of changes) {
          if (bytes.length > 0) {
            bytes[at % bytes.length] = byte
          }
        }
        expect(await isAnswered(bytes)).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})
