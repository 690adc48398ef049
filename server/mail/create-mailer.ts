import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import { makeFolder, writeDurably } from '../system/owner-only'
import { type MailApiConfig, nameMailService, openApiMailer } from './api-mailer'
import { type EmailJsConfig, openEmailJsMailer } from './emailjs-mailer'
import { composeMail, MailError, type Mailer } from './mailer'
import { openSmtpMailer } from './smtp-mailer'

export type MailEngine =
  | { engine: 'folder' }
  | { engine: 'smtp'; url: string }
  | ({ engine: 'api' } & MailApiConfig)
  | ({ engine: 'emailjs' } & EmailJsConfig)

/** EmailJS needs a template for e-mails from the desk. */
export const canSendDeskEmails = (engine: MailEngine): boolean =>
  engine.engine !== 'emailjs' || engine.templates.desk !== undefined

export interface MailConfig {
  engine: MailEngine
  from: string
  organisers: string | undefined
  waitSeconds: number
  /** Limit per process. If undefined, there is no limit. */
  perSecond: number | undefined
}

export const nameMailEngine = (engine: MailEngine): string => {
  switch (engine.engine) {
    case 'folder':
      return 'the mail folder'
    case 'smtp':
      return 'the mail server'
    case 'api':
      return nameMailService(engine.service)
    case 'emailjs':
      return 'EmailJS'
  }
}

/** @throws Error when the mail folder cannot be created */
export const createMailer = (dataDir: string, engine: MailEngine): Mailer => {
  switch (engine.engine) {
    case 'folder':
      return openFolderMailer(join(dataDir, 'mail'))
    case 'smtp':
      return openSmtpMailer(engine.url)
    case 'api':
      return openApiMailer(engine)
    case 'emailjs':
      return openEmailJsMailer(engine)
  }
}

/**
 * Writes `.eml` files, for machines without a mail server. A message that is sent twice overwrites
 * its file.
 * @throws Error when the folder cannot be created
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
        throw new MailError(`The mail folder could not be written to${code}`, false)
      }
    },
    async close() {},
  }
}
