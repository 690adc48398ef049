import MailComposer from 'nodemailer/lib/mail-composer'
import { writeDurably } from '../system/durable-file'
import { makeFolder } from '../system/owner-only'
import { composeMail } from './compose'
import { MailError, type Mailer } from './mailer'

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
