import { test as plain } from 'vitest'
import { createDeskApp, type Desk, signIn } from '../organisers'
import { readQueue } from '../submissions'
import type { TestApp } from '../test-app'

/** A test at the desk of a festival of its own. */
export const test = plain.extend<{
  festival: TestApp
  /** A verifier who is signed in. */
  ravi: Desk
  /** An admin who is signed in: only admins import. */
  asha: Desk
  /** Each submission as its state and ground: "verified bank". */
  standing: () => Promise<string[]>
  /** Lets the minute of undo pass, and counts the mails that say so to whom was verified. */
  letters: () => Promise<number>
}>({
  festival: async ({ task: _task }, use) => {
    const festival = await createDeskApp()
    await use(festival)
    await festival.close()
  },
  ravi: async ({ festival }, use) => use(await signIn(festival)),
  asha: async ({ festival }, use) => use(await signIn(festival, 'admin')),
  standing: async ({ ravi }, use) =>
    use(async () => (await readQueue(ravi)).map(({ state, ground }) => `${state} ${ground}`)),
  letters: async ({ festival }, use) =>
    use(async () => {
      festival.now = new Date(festival.now.getTime() + 61_000)
      while (await festival.outbox.deliverDue());
      return festival.mailer.sent.filter(({ subject }) => subject.startsWith('Your payment is verified')).length
    }),
})
