import { test as plain } from 'vitest'
import type { BankView, FileImported, Settled } from '../../../festival/desk/bank'
import { createDeskApp, signIn } from '../organisers'
import { readQueue } from '../submissions'
import { bring, claimPass, fileOf, type PaidRow, preview, type SentFile, settle, settleTicked } from './at-the-desk'

/** A festival of its own with its bank: Ravi is a verifier, Asha an admin, for only admins import. Both are signed in. */
const openBank = async () => {
  const festival = await createDeskApp()
  const ravi = await signIn(festival)
  const asha = await signIn(festival, 'admin')
  const toFile = (file: SentFile | readonly PaidRow[]) => ('days' in file ? file : fileOf(file))
  return {
    ...{ festival, db: festival.db, ravi, asha },
    claim: (reference: string, utr?: string) => claimPass(festival, reference, utr),
    bring: (file: SentFile | readonly PaidRow[], id?: string): Promise<FileImported> => bring(asha, toFile(file), id),
    preview: (file?: SentFile | readonly PaidRow[]): Promise<BankView> => preview(ravi, file && toFile(file)),
    settle: (items: readonly object[], id?: string): Promise<Settled> => settle(ravi, items, id),
    settleTicked: (id?: string): Promise<Settled> => settleTicked(ravi, id),
    undo: (id: string) => ravi.send('POST', `/api/desk/decisions/${id}/undo`),
    /** What a call answers a verifier. */
    read: async (path: string) => (await ravi.get(`/api/desk/${path}`)).json(),
    /** Each submission as its state and ground: "verified bank". */
    standing: async () => (await readQueue(ravi)).map(({ state, ground }) => `${state} ${ground}`).sort(),
    /** Lets the minute of undo pass, and counts the mails that say so to whom was verified. */
    letters: async () => {
      festival.now = new Date(festival.now.getTime() + 61_000)
      while (await festival.outbox.deliverDue());
      return festival.mailer.sent.filter(({ subject }) => subject.startsWith('Your payment is verified')).length
    },
  }
}

/** A test at the desk of a festival of its own. */
export const test = plain.extend<{ bank: Awaited<ReturnType<typeof openBank>> }>({
  bank: async ({ task: _task }, use) => {
    const bank = await openBank()
    await use(bank)
    await bank.festival.close()
  },
})
