import type { QueueFilter } from '../../../festival/contract/queue'
import { createStore } from '../../../ui/store'
import { writeView } from '../../address'

export interface MessageDraft {
  subject: string
  text: string
}

const emptyMessage: MessageDraft = { subject: '', text: '' }

/** Keyed by the list and the text with which the dialog opened. */
const drafts = createStore((): Readonly<Record<string, MessageDraft>> => ({}))

/**
 * Keeps the draft when the dialog is closed. The suggestion is part of the key, so that a draft
 * with outdated times is not shown for a later suggestion.
 */
export const useDraft = (filter: QueueFilter, suggested: MessageDraft = emptyMessage) => {
  const key = [writeView({ filter, order: 'oldest' }), suggested.subject, suggested.text].join('\n')
  const all = drafts.use()
  return {
    draft: all[key] ?? suggested,
    write: (words: MessageDraft): void => drafts.write({ ...drafts.read(), [key]: words }),
    clear: (): void => {
      const { [key]: _sent, ...others } = drafts.read()
      drafts.write(others)
    },
  }
}
