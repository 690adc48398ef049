import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { importFile } from '../../server/bank/imports'
import { createMatcher } from '../../server/bank/matches'
import { fingerprint } from '../../server/bank/rows'
import type { Db, EventRegistrationRow } from '../../server/db/schema'
import { insertRows } from '../../server/db/table-rows'
import { createSettle } from '../../server/reviews/settle'

/** Somebody who says to have paid ₹600. */
interface TriedClaim {
  id: string
  reference: string
  number: string
}

const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** A payment reference of its own for each number: all of them differ in their first four characters. */
const referenceOf = (n: number): string => {
  const letters = [Math.floor(n / 28 ** 2), Math.floor(n / 28), n].map((place) => alphabet.charAt(place % 28))
  return `${alphabet.charAt(Math.floor(n / 28 ** 3) % 8)}${letters.join('')}${alphabet.charAt(n % 8)}K`
}

const sentAt = '2025-09-20T04:30:00.000Z'

const registrationOf = (n: number): EventRegistrationRow => ({
  id: randomUUID(),
  registration_id: `EVT-${String(n).padStart(6, '0')}`,
  number: n,
  name: `Guest ${n}`,
  email: `guest${n}@college.test`,
  phone: String(9_000_000_000 + n),
  year: 'Final year',
  event_id: 'SeniorQuiz',
  registration_time: sentAt,
  payment_screenshot_url: `https://cerebra.test/files/${n}.png`,
  team_members: '[]',
  coupon_applied: 'no',
  institution: 'Test Medical College',
  category: 'student',
  delegate_id: '',
  coupon_code: '',
  amount: 600,
  payment_reference: referenceOf(n),
  utr: n % 3 === 0 ? String(527_400_000_000 + n) : '',
})

/** Puts claims with these numbers into the tables, as if they had been sent on 20 September. */
export const fillClaims = async (db: Db, first: number, count: number): Promise<TriedClaim[]> => {
  const rows = Array.from({ length: count }, (_none, index) => registrationOf(first + index))
  await insertRows(
    db,
    'EventRegistration',
    rows.map((row) => ({ ...row })),
  )
  const reviews = rows.map(({ id }) => ({
    record_id: id,
    kind: 'registration',
    event: 'SeniorQuiz',
    day: '2025-09-20',
    state: 'submitted',
    created_at: sentAt,
    changed_at: sentAt,
    prepared: 1,
  }))
  await insertRows(db, 'review', reviews)
  return rows.map(({ id, payment_reference, number }) => ({
    id,
    reference: payment_reference,
    number: String(527_400_000_000 + number),
  }))
}

/** The bank's rows of these claims, as Axis writes them. */
const paymentsOf = (claims: readonly TriedClaim[]) =>
  claims.map(({ reference, number }, index) => ({
    line: index + 2,
    day: '2025-09-20' as const,
    amount: 60_000,
    narration: `UPI/P2A/${number}/GUEST/${reference}/HDFC`,
    reference: '',
    balance: Number(number) * 100,
  }))

/** What came of two who bring one file at once, again and again. Only the first must be above 0. */
export interface ImportersVerdict {
  verified: number
  /** Rows that two claims, or one claim twice, were verified by. */
  spentTwice: number
  /** Claims with two decisions, or two mails. */
  verifiedTwice: number
  /** Claims that nobody verified. */
  left: number
}

const clock = () => new Date('2025-10-01T04:30:00.000Z')
const claimsOfRound = 4
const days = { first: '2025-09-01', last: '2025-09-30' } as const

/** One of two organisers: imports and says yes to everything that the preview had. */
const bringAndSettle = async (db: Db, actor: string, payments: ReturnType<typeof paymentsOf>, claims: string[]) => {
  const settings = { publicUrl: 'https://cerebra.test' }
  // From the source it matches in this thread, by these connections.
  const matcher = createMatcher({ db, store: { engine: 'sqlite', file: '' } })
  const settle = createSettle({ db, clock, settings, matcher, indexer: { catchUp: async () => {} } })
  await importFile({ db, clock, matcher }, { id: randomUUID(), days, payments, reversals: [] }, actor)
  const items = payments.slice(-claims.length).map((payment, index) => ({
    expected: [{ id: claims[index] ?? '', version: 1 }],
    rows: [fingerprint(payment)],
    difference: 0,
    reason: undefined,
    hasSeenFlags: true,
  }))
  // The one goes through the list from its end.
  await settle({ id: randomUUID(), actor }, actor === 'asha' ? items : items.reverse())
}

const countTwice = async (db: Db, table: string, column: string, where: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select ${sql.ref(column)} from ${sql.table(table)} where ${sql.raw(where)}
      group by ${sql.ref(column)} having count(*) > 1
    ) as twice
  `.execute(db)
  return Number(rows[0]?.n)
}

/** `other`: the second organiser's connections to the same tables. Each file overlaps with the one of the round before. */
export const tryImporters = async (db: Db, other: Db, rounds: number): Promise<ImportersVerdict> => {
  let before: ReturnType<typeof paymentsOf> = []
  for (let round = 0; round < rounds; round += 1) {
    const claims = await fillClaims(db, round * claimsOfRound, claimsOfRound)
    const own = paymentsOf(claims)
    const ids = claims.map(({ id }) => id)
    await Promise.all([
      bringAndSettle(db, 'asha', [...before, ...own], ids),
      bringAndSettle(other, 'ravi', [...before, ...own], ids),
    ])
    before = own
  }
  const states = await db.selectFrom('review').select(['state', 'ground']).execute()
  const verified = states.filter(({ state, ground }) => state === 'verified' && ground === 'bank').length
  return {
    verified,
    spentTwice:
      (await countTwice(db, 'bank_match', 'row_id', 'freed_by is null')) +
      (await countTwice(db, 'bank_match', 'record_id', 'freed_by is null')),
    verifiedTwice:
      (await countTwice(db, 'decision', 'record_id', "decision = 'verify'")) +
      (await countTwice(db, 'message', 'record_id', "kind = 'decision'")),
    left: states.length - verified,
  }
}
