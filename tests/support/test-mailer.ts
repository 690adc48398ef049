import { type Mail, MailError, type Mailer } from '../../server/mail/mailer'

/** A mailer that keeps what it gets, and that a test can make fail or hang; closing it ends what hangs. */
export interface TestMailer extends Mailer {
  readonly sent: Mail[]
  /** How each next e-mail fares. */
  behaviour: 'send' | 'refuse' | 'reject' | 'hang'
}

export const createTestMailer = (): TestMailer => {
  let letGo = () => {}
  const closed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const mailer: TestMailer = {
    sent: [],
    behaviour: 'send',
    async send(mail) {
      const { behaviour } = mailer
      if (behaviour === 'hang') await closed
      if (behaviour === 'hang' || behaviour === 'refuse') throw new MailError('the mail server does not answer', false)
      if (behaviour === 'reject') throw new MailError('the mail server rejected the address', true)
      mailer.sent.push(mail)
    },
    async close() {
      letGo()
    },
  }
  return mailer
}
