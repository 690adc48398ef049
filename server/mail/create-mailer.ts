import { join } from 'node:path'
import type { Config } from '../config'
import { openFolderMailer } from './folder-mailer'
import type { Mailer } from './mailer'
import { openSmtpMailer } from './smtp-mailer'

/**
 * The mail engine that the configuration asks for: SMTP where an address is given, else `mail/` in the data folder.
 * @throws Error when that folder can't be made.
 */
export const createMailer = ({ dataDir, mail }: Pick<Config, 'dataDir' | 'mail'>): Mailer =>
  mail.smtpUrl === undefined ? openFolderMailer(join(dataDir, 'mail')) : openSmtpMailer(mail.smtpUrl)
