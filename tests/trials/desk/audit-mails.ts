import { waitForMail } from '../audit'
import { checkCopies } from '../check-copies'
import type { Scene } from './scene'

export interface AuditedMails {
  /** Decisions that are to be told. */
  expected: number
  delivered: number
  /** Those that went again since the server died between the 250 and its record of it. */
  again: number
  complaints: string[]
}

/**
 * Lets the minute of every decision pass, waits for the last mail, and counts where they arrive: each decision that stands was told
 * once, and none that was taken back.
 */
export const auditMails = async ({ db, mailbox, clock }: Scene): Promise<AuditedMails> => {
  clock.setOff(120)
  await waitForMail(db)
  const decisions = await db.selectFrom('decision').select(['id', 'message_id']).execute()
  const messages = await db.selectFrom('message').select(['id', 'kind']).execute()
  const others = new Set(messages.flatMap(({ id, kind }) => (kind === 'decision' ? [] : [id])))
  // People get more than one mail here, so each is looked at by itself.
  const deliveries = mailbox
    .deliveries()
    .filter(({ id }) => !others.has(id))
    .map((delivery) => ({ ...delivery, recipients: [] }))
  const expected = decisions.flatMap(({ message_id }) => message_id ?? [])
  const { again, complaints } = checkCopies(
    deliveries,
    expected.map((id) => ({ id, record_id: id })),
    mailbox.cuts,
  )
  const arrived = new Set(deliveries.map(({ id }) => id))
  const missing = expected.filter((id) => !arrived.has(id)).map((id) => `the mail ${id} did not arrive`)
  return { expected: expected.length, delivered: arrived.size, again, complaints: [...complaints, ...missing] }
}
