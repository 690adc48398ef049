import type { MailComposerOptions } from 'nodemailer/lib/mail-composer'
import type { MessageKind } from '../db/schema'

export interface Mail {
  /** The same for every attempt, so that mail programs recognise duplicates. */
  messageId: string
  /** For example `Cerebra 3.0 <registrations@festival.example>`. */
  from: string
  to: string
  cc?: string
  subject: string
  /** The organisers' address, because nobody may be reading the sender's mailbox. */
  replyTo: string
  /** For engines without templates of their own. */
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
  /** A PNG that the HTML shows. */
  ticketQr?: Buffer | undefined
}

/** How the HTML refers to `ticketQr`. */
export const ticketQrId = 'qr@ticket'

export const maxConcurrentMails = 8

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

/** The message is logged and stored, so it never contains an address or a name. */
export class MailError extends Error {
  override readonly name = 'MailError'
  constructor(
    message: string,
    /** Whether the address itself was refused, so that retrying soon is pointless. */
    readonly permanent: boolean,
    /** Set when the server throttles us. `seconds` is how long it asked us to wait, or 0. */
    readonly throttled?: { seconds: number },
    /** Whether the organisers' copy was accepted anyway. */
    readonly isCopySent = false,
  ) {
    super(message)
  }
}

type Attachments = NonNullable<MailComposerOptions['attachments']>

/** Passes one plain address as the recipient, so that no text can add another. */
export const composeMail = async (mail: Mail): Promise<MailComposerOptions> => {
  const { html, text, calendar, ticketQr } = await mail.renderBodies()
  const attachments: Attachments = []
  if (calendar) {
    attachments.push({
      filename: calendar.name,
      content: calendar.text,
      contentType: 'text/calendar; charset=utf-8',
    })
  }
  if (ticketQr) {
    attachments.push({
      filename: 'ticket.png',
      content: ticketQr,
      contentType: 'image/png',
      contentDisposition: 'inline',
      cid: ticketQrId,
    })
  }
  const message: MailComposerOptions = {
    messageId: `<${mail.messageId}@${readDomain(mail.from)}>`,
    from: mail.from,
    to: { name: '', address: mail.to },
    replyTo: { name: '', address: mail.replyTo },
    subject: mail.subject,
    html,
    text,
    attachments,
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
