import type { MailComposerOptions } from 'nodemailer/lib/mail-composer'
import type { MessageKind } from '../db/schema'

export interface Mail {
  /** The same at every attempt, so that a mailbox that gets it twice can tell. */
  messageId: string
  /** As the sender's field shows it: `Cerebra 3.0 <registrations@festival.example>`. */
  from: string
  to: string
  cc?: string
  subject: string
  /** Where an answer goes: to people, while nobody may read the sender's mailbox (behaviour 7.41). */
  replyTo: string
  /** Sets what it says, for an engine that sends it as it is: a service with templates of its own needs none of this. */
  renderBodies: () => Promise<MailBodies>
  /** For a service that makes it itself: which template, and what goes into its fields. */
  kind: MessageKind
  templateParams: () => Record<string, string>
}

/** What an e-mail says, once as a page and once as plain text. */
export interface MailBodies {
  html: string
  text: string
  /** A calendar file to attach, such as `senior-quiz.ics`, where there are times to keep. */
  calendar?: { name: string; text: string } | undefined
}

/** How many e-mails are on their way at once: enough for a rush, few enough for a provider not to mind. */
export const maxConcurrentMails = 8

/** Sends e-mails through one engine. Only the outbox calls it. */
export interface Mailer {
  /** How many e-mails it takes at once, where that is not the usual number. */
  readonly concurrency?: number
  /**
   * Resolves when the other side has taken the e-mail over.
   * @throws MailError when it has not; the only error that an engine throws.
   */
  send(mail: Mail): Promise<void>
  /** Ends what is under way, and lets go of open connections. */
  close(): Promise<void>
}

/** Why an e-mail did not go out. The message goes into logs and tables, so it never holds an address or a name. */
export class MailError extends Error {
  override readonly name = 'MailError'
  constructor(
    message: string,
    /** Whether the address was refused, not only this attempt. */
    readonly permanent: boolean,
    /** Set when the other side gets too many e-mails from us: how long it asked us to wait, 0 if it didn't say. */
    readonly throttled?: { seconds: number },
    /** Whether the organisers' copy was taken all the same. */
    readonly isCopySent = false,
  ) {
    super(message)
  }
}

/**
 * The e-mail as nodemailer takes it. The recipient is an address and nothing else, so that no text of a registrant's
 * can add a second one; links in the texts are never followed (behaviour 7.15).
 */
export const composeMail = async (mail: Mail): Promise<MailComposerOptions> => {
  const { html, text, calendar } = await mail.renderBodies()
  return {
    messageId: `<${mail.messageId}@${readDomain(mail.from)}>`,
    from: mail.from,
    to: { name: '', address: mail.to },
    ...(mail.cc === undefined ? {} : { cc: { name: '', address: mail.cc } }),
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
}

/** The domain of "Name <user@domain>" or "user@domain". */
export const readDomain = (from: string): string => /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'
