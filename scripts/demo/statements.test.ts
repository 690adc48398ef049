import { expect, test } from 'vitest'
import { type ExpectedPayment, type Match, matchKinds } from '../../festival/bank/match'
import { matchPayments } from '../../festival/bank/match-payments'
import { dayAt } from '../../festival/content/slot'
import { amountDue } from '../../festival/payment/fee'
import { type InventedEntry, inventFestival } from '../../tests/support/demo/invent-festival'
import { days, spreadOverDays, statementDay } from '../../tests/support/demo/live-weeks'
import { writeStatements } from '../../tests/support/demo/write-statement'
import { importFile } from '../../tests/support/statements/import-file'

const now = Date.parse('2025-10-03T06:30:00.000Z')
const window = { from: '2025-09-20', to: '2025-10-03' } as const

/** Returns what the desk expects to receive, for entries with a fee. */
const makeExpected = (
  { kind, subject, amount, reference, givesUtr: namesUtr, utr, person }: InventedEntry,
  index: number,
): ExpectedPayment[] => {
  if (kind === 'registration' && subject && amountDue(subject.fee, 1) === undefined) {
    return []
  }
  return [
    {
      id: String(index),
      due: amount * 100,
      day: dayAt(now),
      reference,
      name: person.name,
      paymentStatus: 'open',
      number: namesUtr ? utr : undefined,
    },
  ]
}

const propose = async (file: Uint8Array, invented: readonly InventedEntry[]) => {
  const { statement, payments, reversals } = await importFile(file, window)
  expect(statement.chain?.breaks).toEqual([])
  const days = statement.days ?? { first: window.from, last: window.to }
  const rows = [...payments, ...reversals]
  const { matches } = matchPayments({ rows, expected: invented.flatMap(makeExpected), days })
  const narrations = new Map(rows.map(({ id, narration }) => [id, narration]))
  return matches.map((match): Match & { narration: string } => ({
    ...match,
    narration: narrations.get(match.rows[0] ?? '') ?? '',
  }))
}

test('in the demo’s statement, some payers pay too little, but all of these pay something (behaviour 12.63)', async () => {
  const { first, paidTooLittle } = writeStatements(inventFestival(300, 3), now, 3)
  const { payments } = await importFile(first, window)
  const amounts = new Map(
    payments.flatMap(({ narration, amount }) => [[/\d{12}/.exec(narration)?.[0], amount] as const]),
  )
  expect(paidTooLittle.some(({ amount }) => amount < 100)).toBe(true)
  for (const { utr, amount } of paidTooLittle) {
    expect(amounts.get(utr), utr).toBeGreaterThan(0)
    expect(amounts.get(utr), utr).toBeLessThan(amount * 100)
  }
})

test('the demo’s statements produce many kinds of match, and no wrong match is ticked (behaviour 12.63)', async () => {
  const invented = inventFestival(300, 3)
  const { first, later } = writeStatements(invented, now, 3)
  const proposals = await propose(first, invented)
  const found = new Set(proposals.map(({ kind }) => kind))
  for (const kind of [
    'number',
    'reference',
    'wrong-amount',
    'twice',
    'contested',
    'for-several',
    'unknown',
    'newer',
  ] as const) {
    expect(found, kind).toContain(kind)
  }
  for (const { kind, expected, narration } of proposals) {
    if (matchKinds[kind].isTicked) {
      expect(narration).toContain(invented[Number(expected[0])]?.utr)
    }
  }
  expect((await propose(later, invented)).filter(({ kind }) => kind === 'reversed')).toHaveLength(1)
})

test('demo entries refer only to earlier ones, and the second statement extends the first (behaviour 12.63)', async () => {
  const invented = inventFestival(300, 3)
  const batches = spreadOverDays(invented)
  expect(batches.flat()).toHaveLength(300)
  const sentOn = new Map(batches.flatMap((batch, day) => batch.map((made) => [made, day] as const)))
  for (const [{ pass, pictureSource }, day] of sentOn) {
    for (const named of [pass, pictureSource]) {
      if (typeof named === 'object') {
        expect(sentOn.get(named)).toBeLessThanOrEqual(day)
      }
    }
  }

  const { first, later } = writeStatements(
    invented,
    now,
    3,
    now - (days - 1 - statementDay) * 86_400_000,
  )
  const [taken, newer] = [first, later].map((file) => new TextDecoder().decode(file))
  expect(newer?.startsWith(taken ?? '')).toBe(true)
  expect(newer?.length).toBeGreaterThan((taken?.length ?? 0) + 1_000)
})
