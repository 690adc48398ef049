import { randomUUID } from 'node:crypto'
import type {
  PaymentsSettled,
  ShownProposal,
  StatementImported,
  StatementPreview,
} from '../../../festival/desk/statement'
import type { Desk } from '../organisers'
import { submit } from '../submissions'
import type { TestApp } from '../test-app'

/** A row of a bank's file, its amount in paise. */
export interface PaidRow {
  day: string
  amount: number
  narration: string
}

/** A row as Axis writes it; the smaller pass costs ₹500. */
export const pays = (rrn: string, note: string, amount = 50_000, day = '2025-10-01'): PaidRow => ({
  day,
  amount,
  narration: `UPI/P2A/${rrn}/ASHA/${note}/HDFC`,
})

/** What leaves the browser of a file with these rows. */
export const fileOf = (rows: readonly PaidRow[], days = { first: '2025-09-25', last: '2025-10-02' }) => {
  let balance = 0
  const read = rows.map((row, index) => {
    balance += row.amount
    return { ...row, line: index + 2, reference: '', balance }
  })
  return {
    days,
    payments: read.filter(({ amount }) => amount > 0),
    reversals: read.filter(({ amount }) => amount < 0),
  }
}
export type SentFile = ReturnType<typeof fileOf>

/** Looks at a file, or at what the kept rows leave open. */
export const preview = async (desk: Desk, file?: SentFile): Promise<StatementPreview> => {
  const answer = file
    ? await desk.send('POST', '/api/desk/statements/preview', file)
    : await desk.get('/api/desk/statements/proposals')
  return answer.json()
}

export const bring = async (desk: Desk, file: SentFile, id: string = randomUUID()): Promise<StatementImported> =>
  (await desk.send('POST', '/api/desk/statements', { id, ...file })).json()

export const allOf = ({ groups }: StatementPreview): ShownProposal[] => groups.flatMap(({ proposals }) => proposals)

/** The only proposal there is. */
export const onlyOf = (shown: StatementPreview): ShownProposal => {
  const [one, ...others] = allOf(shown)
  if (!one || others.length > 0) throw new Error(`${others.length + (one ? 1 : 0)} proposals`)
  return one
}

/** The proposal of a state. */
export const proposalOf = (shown: StatementPreview, state: ShownProposal['state']): ShownProposal => {
  const found = allOf(shown).find((one) => one.state === state)
  if (!found) throw new Error(`nothing is ${state}`)
  return found
}

/** A proposal as somebody says yes to it. */
export const itemOf = ({ claims, rows }: Pick<ShownProposal, 'claims' | 'rows'>, more: object = {}) => ({
  claims: claims.map(({ id, version }) => ({ id, version })),
  rows: rows.map(({ id }) => id),
  ...more,
})

export const settle = async (
  desk: Desk,
  items: readonly object[],
  id: string = randomUUID(),
): Promise<PaymentsSettled> => (await desk.send('POST', '/api/desk/statements/settle', { id, items })).json()

/** "Verify matched". */
export const settleTicked = async (desk: Desk, id?: string): Promise<PaymentsSettled> => {
  const ticked = allOf(await preview(desk)).filter(({ isTicked }) => isTicked)
  return settle(
    desk,
    ticked.map((one) => itemOf(one)),
    id,
  )
}

let guests = 0

/** Somebody's pass for ₹500 under a payment reference, and a UTR where one is given. */
export const claimPass = (festival: TestApp, payment_reference: string, utr?: string) => {
  guests += 1
  return submit(festival, 'delegate-pass', {
    tier: 'novus',
    payment_reference,
    ...(utr === undefined ? {} : { utr }),
    name: `Guest ${guests}`,
    email: `guest${guests}@college.test`,
    phone: `98${String(guests).padStart(8, '0')}`,
  })
}
