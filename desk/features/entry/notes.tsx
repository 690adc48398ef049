import { useState } from 'react'
import type { EntryDetails } from '../../../festival/contract/entry'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { TextField } from '../../../ui/text-field'
import { useCommand } from '../../api'
import { Form } from '../../fields'
import { announce, Refused } from '../../messages'
import { List } from '../../rows'
import { useShortcuts } from '../../shortcuts'
import { formatMoment } from '../../words'
import { entryOptions } from '../decisions/commands'

export const Notes = ({ entry, mayNote }: { entry: EntryDetails; mayNote: boolean }) => {
  const { id, notes, name, state, isLater = false } = entry
  const later = entry.timeline.findLast(({ what }) => what === 'put-later')
  const [draft, setDraft] = useState({ id: makeUuid(), words: '' })
  const refreshes = ['countQueue', entryOptions(id).queryKey] as const
  const addingNote = useCommand('addNote', {
    refreshes,
    onSuccess: () => setDraft({ id: makeUuid(), words: '' }),
  })
  const puttingLater = useCommand('setLater', {
    refreshes,
    onSuccess: (put) =>
      announce(put.isLater ? `Set aside for later: ${name}` : `Moved back to waiting: ${name}`),
  })
  const mayPutLater = mayNote && (state === 'submitted' || state === 'needs-correction')
  const setLater = () =>
    mayPutLater &&
    !puttingLater.isPending &&
    puttingLater.mutate({ params: { id }, body: { isLater: !isLater } })
  useShortcuts({ l: setLater })
  return (
    <>
      {mayPutLater && (
        <Button
          shape="secondary"
          className={`mb-2 ${isLater ? 'bg-ink! text-paper!' : ''}`}
          aria-pressed={isLater}
          disabled={puttingLater.isPending}
          onClick={setLater}
        >
          Later{isLater && later && `: ${later.by}, ${formatMoment(later.at)}`}
        </Button>
      )}
      <List rows={notes} rowKey="id" className="my-2" itemClassName="py-1.5 break-words">
        {({ words, by, at }) => (
          <>
            <bdi>{words}</bdi>
            <span className="figures block text-xs text-faded">
              {by}, {formatMoment(at)}
            </span>
          </>
        )}
      </List>
      {mayNote && (
        <Form
          onSubmit={() =>
            draft.words.trim() &&
            !addingNote.isPending &&
            addingNote.mutate({ params: { id }, body: draft })
          }
        >
          <TextField
            path="note-words"
            label="Note for organisers"
            isOptional
            maxLength={500}
            value={draft.words}
            onChange={(words) => setDraft({ ...draft, words })}
            action={
              <Button
                type="submit"
                shape="secondary"
                className="whitespace-nowrap"
                disabled={addingNote.isPending}
              >
                Save note
              </Button>
            }
          />
        </Form>
      )}
      <Refused failure={addingNote.error ?? puttingLater.error} />
    </>
  )
}
