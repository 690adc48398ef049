import { identifyRow } from '../../../festival/bank/statement'
import type { BankPayment, Claim } from '../../../festival/matching/claim'
import { matchPayments } from '../../../festival/matching/match-payments'
import type { Proposal } from '../../../festival/matching/proposal'
import type { Day } from '../../../festival/slot'

/** What is due, in paise. */
export const fee = 60_000
const days = { first: '2026-09-01', last: '2026-09-20' } as const

/** A submission of 10 September with the fee due. */
export const claim = (id: string, more: Partial<Claim> = {}): Claim => ({
  id,
  due: fee,
  day: '2026-09-10' as Day,
  ...more,
})

let line = 1
/** A credit as Axis words it: six characters of the note, and a number that tells one from another. */
export const pay = (number: string, note: string, more: Partial<BankPayment> = {}): BankPayment => {
  const payment = {
    line: line++,
    day: '2026-09-09' as Day,
    amount: fee,
    narration: `UPI/P2A/${number}/PAYER/${note.slice(0, 6)}/HDFC BANK`,
    reference: '',
    balance: 1_000_000 + line * fee,
    ...more,
  }
  return { id: identifyRow(payment), ...payment }
}

/** Matches these few, in a file of 1 to 20 September. */
export const match = (payments: BankPayment[], claims: Claim[], reversals: BankPayment[] = []) =>
  matchPayments({ payments, claims, reversals, days })

/** A proposal as a line: its state, its claims, its rows' amounts in rupees. */
const tell = (proposal: Proposal): string => {
  const claims = 'claims' in proposal ? proposal.claims : 'claim' in proposal ? [proposal.claim] : []
  const rows = 'rows' in proposal ? proposal.rows : 'row' in proposal && proposal.row ? [proposal.row] : []
  const why = 'why' in proposal ? ` (${proposal.why})` : ''
  return `${proposal.state}${why}: ${claims.map(({ id }) => id).join(' ')} ← ${rows.map(({ amount }) => amount / 100).join(' ')}`
}
/** What is proposed, a line each. */
export const told = (...known: Parameters<typeof match>) => match(...known).map(tell)

/** Payment numbers. */
export const [one, two, three] = ['624412345678', '624587654321', '624500001111']

/** A debit that takes the payment of this number back. */
export const reverse = (number: string, more: Partial<BankPayment> = {}) =>
  pay(number, '', { amount: -fee, narration: `UPI/REV/${number}/PAYER`, ...more })
