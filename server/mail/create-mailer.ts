import { join } from 'node:path'
import { openEmailJsMailer } from './emailjs-mailer'
import { openFolderMailer } from './folder-mailer'
import type { MailEngine } from './mail-config'
import type { Mailer } from './mailer'
import { openSmtpMailer } from './smtp-mailer'

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
