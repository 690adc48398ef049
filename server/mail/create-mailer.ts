import { join } from 'node:path'
import type { Config } from '../config'
import { openEmailJsMailer } from './emailjs-mailer'
import { openFolderMailer } from './folder-mailer'
import type { Mailer } from './mailer'
import { openSmtpMailer } from './smtp-mailer'

/**
 * The mail engine that the configuration asks for: SMTP or EmailJS where an address is given, else `mail/` in the data
 * folder.
 * @throws Error when that folder can't be made.
 */
export const createMailer = ({ dataDir, mail: { engine } }: Pick<Config, 'dataDir' | 'mail'>): Mailer => {
  switch (engine.engine) {
    case 'folder':
      return openFolderMailer(join(dataDir, 'mail'))
    case 'smtp':
      return openSmtpMailer(engine.url)
    case 'emailjs':
      return openEmailJsMailer(engine)
  }
}
