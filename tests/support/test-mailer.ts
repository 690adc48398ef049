import { setTimeout as pause } from 'node:timers/promises'
import { type Mail, MailError, type Mailer } from '../../server/mail/mailer'

/**
 * Keeps e-mails, and can fail or hang. `close` ends e-mails that hang. With an engine, it keeps
 * only the e-mails that the engine accepted.
 */
export interface TestMailer extends Mailer {
  readonly sent: Mail[]
  readonly begun: string[]
  /** How many milliseconds sending an e-mail takes. */
  delayMs: number
  behaviour: 'send' | 'refuse' | 'reject' | 'hang'
  releaseHanging: (outcome?: 'fail' | 'arrive') => void
}

export const createTestMailer = (engine?: Mailer): TestMailer => {
  const hanging = new Set<(outcome: 'fail' | 'arrive') => void>()
  const mailer: TestMailer = {
    sent: [],
    begun: [],
    delayMs: 0,
    behaviour: 'send',
    async send(mail) {
      const { behaviour, delayMs } = mailer
      mailer.begun.push(mail.messageId)
      if (delayMs > 0) {
        await pause(delayMs)
      }
      const outcome =
        behaviour === 'hang' ? await new Promise((resolve) => hanging.add(resolve)) : 'arrive'
      if (outcome === 'fail' || behaviour === 'refuse') {
        throw new MailError('the mail server does not answer', false)
      }
      if (behaviour === 'reject') {
        throw new MailError('the mail server rejected the address', true)
      }
      await engine?.send(mail)
      mailer.sent.push(mail)
    },
    releaseHanging(outcome = 'fail') {
      for (const resume of hanging) {
        resume(outcome)
      }
      hanging.clear()
    },
    async close() {
      mailer.releaseHanging()
    },
  }
  return mailer
}
