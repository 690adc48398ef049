import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach } from 'vitest'
import { toSettleItem } from '../../../desk/features/bank/bank'
import { isTicked, type MatchKind, matchKinds, type Settling } from '../../../festival/bank/match'
import type { BankView, FileImported, MatchView, Settled } from '../../../festival/contract/bank'
import { readQueue, submit } from '../entries'
import { createDeskApp, signIn } from '../organisers'

/** A row of a statement, with the amount in paise. */
export interface PaidRow {
  day: string
  amount: number
  narration: string
}

/** A row in Axis's format, by default for the smaller pass, which costs ₹500. */
export const pays = (rrn: string, note: string, amount = 50_000, day = '2025-10-01'): PaidRow => ({
  day,
  amount,
  narration: `UPI/P2A/${rrn}/ASHA/${note}/HDFC`,
})

/** The part of a statement that the browser sends. */
export const makeFile = (
  rows: readonly PaidRow[],
  days = { first: '2025-09-25', last: '2025-10-02' },
) => {
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
export type SentFile = ReturnType<typeof makeFile>

export interface SeenMatch extends MatchView {
  settling: Settling
  isTicked: boolean
  difference: number
}

export const listMatches = ({ matches }: BankView): SeenMatch[] =>
  matches.map((match) => ({
    ...match,
    settling: matchKinds[match.kind].settling,
    isTicked: isTicked(match),
    difference: match.difference ?? 0,
  }))

export const countKinds = (shown: BankView): Partial<Record<MatchKind, number>> => {
  const counts: Partial<Record<MatchKind, number>> = {}
  for (const { kind } of shown.matches) {
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

export { toSettleItem as makeItem }

export const countTicked = (shown: BankView): number =>
  listMatches(shown).filter((match) => match.isTicked).length

export const getOnlyMatch = (shown: BankView): SeenMatch => {
  const matches = listMatches(shown)
  const [match] = matches
  if (!match || matches.length > 1) {
    throw new Error(`${matches.length} matches`)
  }
  return match
}

export const findMatch = (shown: BankView, kind: MatchKind): SeenMatch => {
  const found = listMatches(shown).find((match) => match.kind === kind)
  if (!found) {
    throw new Error(`no match is ${kind}: ${shown.matches.map((match) => match.kind)}`)
  }
  return found
}

let guests = 0

/** Ravi is a verifier, and Asha an admin because only admins can import. */
const openBank = async () => {
  const festival = await createDeskApp()
  const ravi = await signIn(festival)
  const asha = await signIn(festival, 'admin')
  const toFile = (file: SentFile | readonly PaidRow[]) => ('days' in file ? file : makeFile(file))
  const read = async (path: string) => (await ravi.get(`/api/desk/${path}`)).json()
  /** Previews a file or the saved rows. */
  const preview = async (file?: SentFile | readonly PaidRow[]): Promise<BankView> =>
    file
      ? (await ravi.send('POST', '/api/desk/bank/preview', toFile(file))).json()
      : read('bank/matches')
  const settle = async (items: readonly object[], id: string = randomUUID()): Promise<Settled> =>
    (await ravi.send('POST', '/api/desk/bank/settlements', { id, items })).json()
  return {
    festival,
    db: festival.db,
    ravi,
    asha,
    read,
    preview,
    settle,
    expectPayment: (payment_reference: string, utr?: string) => {
      guests += 1
      const pass = {
        tier: 'novus',
        payment_reference,
        name: `Guest ${guests}`,
        email: `guest${guests}@college.test`,
        phone: `98${String(guests).padStart(8, '0')}`,
      }
      return submit(festival, 'delegate-pass', utr === undefined ? pass : { ...pass, utr })
    },
    importStatement: async (
      file: SentFile | readonly PaidRow[],
      id: string = randomUUID(),
    ): Promise<FileImported> =>
      (await asha.send('POST', '/api/desk/bank/imports', { id, ...toFile(file) })).json(),
    /** Presses "Verify matched". */
    settleTicked: async (id?: string): Promise<Settled> => {
      const ticked = listMatches(await preview()).filter((match) => match.isTicked)
      return settle(
        ticked.map((match) => toSettleItem(match)),
        id,
      )
    },
    undo: (id: string) => ravi.send('POST', `/api/desk/decisions/${id}/undo`),
    /** Returns each entry's state and source, such as "verified bank". */
    readStates: async () =>
      (await readQueue(ravi)).map(({ state, source }) => `${state} ${source}`).sort(),
    /** Skips the undo minute and counts the e-mails to verified participants. */
    emails: async () => {
      festival.passSeconds(61)
      while (await festival.outbox.deliverDue()) {}
      return festival.mailer.sent.filter(({ subject }) =>
        subject.startsWith('Your payment is verified'),
      ).length
    },
  }
}

export let bank: Awaited<ReturnType<typeof openBank>>

export const startBank = (): void => {
  beforeEach(async () => {
    bank = await openBank()
  })
  afterEach(() => bank.festival.close())
}
