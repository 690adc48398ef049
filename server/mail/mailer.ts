import type { MailComposerOptions } from 'nodemailer/lib/mail-composer'
import type { MessageKind } from '../db/schema'

export interface Mail {
  /** The same at every attempt, so that mail programs recognise duplicates. */
  messageId: string
  /** For example `Cerebra 3.0 <registrations@festival.example>`. */
  from: string
  to: string
  cc?: string
  subject: string
  /** The organisers' address, because the sender's mailbox may be unread. */
  replyTo: string
  /** For engines without their own templates. */
  renderBodies: () => Promise<MailBodies>
  /** For EmailJS, which has its own templates. */
  kind: MessageKind
  templateParams: () => Record<string, string>
}

export interface MailBodies {
  html: string
  text: string
  /** `name` is a file name such as `senior-quiz.ics`. */
  calendar?: { name: string; text: string } | undefined
}

export const maxConcurrentMails = 8

/** Only the outbox calls it. */
export interface Mailer {
  /** How many e-mails may be sent at once; the default is `maxConcurrentMails`. */
  readonly concurrency?: number
  /**
   * Resolves once the server has accepted the e-mail.
   * @throws MailError and no other error
   */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** Its message is logged and stored, so it never contains an address or a name. */
export class MailError extends Error {
  override readonly name = 'MailError'
  constructor(
    message: string,
    /** Whether the address was refused, not only this attempt. */
    readonly permanent: boolean,
    /** Set when the server throttles us: how long it asked us to wait, or 0. */
    readonly throttled?: { seconds: number },
    /** Whether the organisers' copy was accepted anyway. */
    readonly isCopySent = false,
  ) {
    super(message)
  }
}

/** The recipient is one plain address, so that no text can add another. */
export const composeMail = async (mail: Mail): Promise<MailComposerOptions> => {
  const { html, text, calendar } = await mail.renderBodies()
  const message: MailComposerOptions = {
    messageId: `<${mail.messageId}@${readDomain(mail.from)}>`,
    from: mail.from,
    to: { name: '', address: mail.to },
    replyTo: { name: '', address: mail.replyTo },
    subject: mail.subject,
    html,
    text,
    attachments: calendar && [
      {
        filename: calendar.name,
        content: calendar.text,
        contentType: 'text/calendar; charset=utf-8',
      },
    ],
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  if (mail.cc !== undefined) {
    message.cc = { name: '', address: mail.cc }
  }
  return message
}

export const readDomain = (from: string): string => /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'
