import type { MailComposerOptions } from 'nodemailer/lib/mail-composer'
import type { CalendarFile, Mail } from './mailer'

/**
 * The e-mail as nodemailer takes it. The recipient is an address and nothing else, so that no text of a registrant's
 * can add a second one; links in the texts are never followed (behaviour 7.15).
 */
export const composeMail = async (mail: Mail): Promise<MailComposerOptions> => {
  const { html, text, calendar } = await mail.renderBodies()
  return {
    messageId: `<${mail.messageId}@${domainOf(mail.from)}>`,
    from: mail.from,
    to: { name: '', address: mail.to },
    ...(mail.cc === undefined ? {} : { cc: { name: '', address: mail.cc } }),
    replyTo: { name: '', address: mail.replyTo },
    subject: mail.subject,
    html,
    text,
    ...(calendar ? { attachments: [attachmentOf(calendar)] } : {}),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const attachmentOf = ({ name, text }: CalendarFile) => ({
  filename: name,
  content: text,
  contentType: 'text/calendar; charset=utf-8',
})

/** The domain of "Name <user@domain>" or "user@domain". */
const domainOf = (from: string): string => /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'
