import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import { makeFolder, writeDurably } from '../system/owner-only'
import { type EmailJsConfig, openEmailJsMailer } from './emailjs-mailer'
import { composeMail, MailError, type Mailer } from './mailer'
import { openSmtpMailer } from './smtp-mailer'

/** What takes e-mails out: the data folder, a mail server, or a service of templates. */
export type MailEngine =
  | { engine: 'folder' }
  | { engine: 'smtp'; url: string }
  | ({ engine: 'emailjs' } & EmailJsConfig)

/** Whether it can take out more than the forms' own e-mails: a service needs a template for that. */
export const canSendDeskEmails = (engine: MailEngine): boolean =>
  engine.engine !== 'emailjs' || engine.templates.desk !== undefined

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

/**
 * The mail engine that the configuration asks for: SMTP or EmailJS where an address is given, else `mail/` in the data
 * folder.
 * @throws Error when that folder can't be made.
 */
export const createMailer = (dataDir: string, engine: MailEngine): Mailer => {
  switch (engine.engine) {
    case 'folder':
      return openFolderMailer(join(dataDir, 'mail'))
    case 'smtp':
      return openSmtpMailer(engine.url)
    case 'emailjs':
      return openEmailJsMailer(engine)
  }
}

/**
 * Puts e-mails into a folder as `.eml` files, for a machine without a mail server. The name is the message's id, so a
 * message that is sent twice is one file (behaviour 7.14).
 * @throws Error when the folder can't be made.
 */
export const openFolderMailer = (folder: string): Mailer => {
  makeFolder(folder)
  return {
    async send(mail) {
      const bytes = await new MailComposer(await composeMail(mail)).compile().build()
      try {
        await writeDurably(folder, `${mail.messageId}.eml`, bytes)
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
        throw new MailError(`The mail folder could not be written${code}`, false)
      }
    },
    async close() {},
  }
}
