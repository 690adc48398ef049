import type { EmailJsConfig } from './emailjs-mailer'

/** What takes e-mails out: the data folder, a mail server, or a service of templates. */
export type MailEngine =
  | { engine: 'folder' }
  | { engine: 'smtp'; url: string }
  | ({ engine: 'emailjs' } & EmailJsConfig)

export interface MailConfig {
  engine: MailEngine
  /** The sender, as a mail header shows it. */
  from: string
  /** Copied on each confirmation. */
  organisers: string | undefined
  /** How long a registrant waits for the confirmation to go out. */
  waitSeconds: number
  /** How many e-mails this process begins in a second; undefined: as many as there are. */
  perSecond: number | undefined
}
