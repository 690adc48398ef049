import type { QueueFilter } from '../../../festival/desk/queue'
import { createStore } from '../../../ui/store'
import { writeView } from '../../address'

export interface MessageDraft {
  subject: string
  text: string
}

const emptyMessage: MessageDraft = { subject: '', text: '' }

/** What an organiser has typed, by the list that it is for and what the dialog began with. */
const drafts = createStore((): Readonly<Record<string, MessageDraft>> => ({}))

/**
 * The draft of a message to one list. It stays when the dialog closes, and appears for no other list. What the desk suggests is kept
 * nowhere: once it is edited, the draft belongs to that suggestion, so that an earlier one never shows old times.
 */
export const useDraft = (filter: QueueFilter, suggested: MessageDraft = emptyMessage) => {
  const key = [writeView({ filter, order: 'oldest' }), suggested.subject, suggested.text].join('\n')
  const all = drafts.use()
  return {
    words: all[key] ?? suggested,
    write: (words: MessageDraft): void => drafts.write({ ...drafts.read(), [key]: words }),
    clear: (): void => {
      const { [key]: _sent, ...others } = drafts.read()
      drafts.write(others)
    },
  }
}
