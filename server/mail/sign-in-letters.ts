import type { MessageKind } from '../db/schema'
import { mailboxOf } from './mailbox-of'

const signInLetters: ReadonlySet<MessageKind> = new Set<MessageKind>(['desk-link', 'desk-signed-in'])

/** Whether it goes before all that wait: somebody sits before the desk and needs it to come in (behaviour 14.81). */
export const goesFirst = (kind: MessageKind): boolean => signInLetters.has(kind)

/**
 * What a message counts against (behaviour 7.24): its mailbox; a letter of the sign-in a count of its own, for forms that
 * anybody may fill in with an organiser's address would use up the mailbox's (behaviour 14.81). No address has a blank.
 */
export const countedAs = (kind: MessageKind, recipient: string): string => {
  const mailbox = mailboxOf(recipient)
  return goesFirst(kind) ? `${kind} ${mailbox}` : mailbox
}
