import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubmissionRecord } from '../../../festival/desk/record'
import { Button } from '../../../ui/button'
import { makeKey } from '../../../ui/make-key'
import { TextField } from '../../../ui/text-field'
import { call, refresh } from '../../api'
import { announce, Refused } from '../../messages'
import { useShortcuts } from '../../shortcuts'
import { writeMoment } from '../../words'
import { recordOptions } from '../decisions/commands'

/** What organisers say of a submission among themselves: notes, and that it is for later (behaviours 14.132 and 14.133). */
export const Notes = ({ record, mayNote }: { record: SubmissionRecord; mayNote: boolean }) => {
  const client = useQueryClient()
  const { id, notes, name, state, isLater = false } = record
  const [draft, setDraft] = useState({ id: makeKey(), words: '' })
  const onSettled = () => refresh(client, 'countQueue', recordOptions(id).queryKey)
  const noting = useMutation({
    mutationFn: () => call('addNote', { parts: { id }, body: draft }),
    onSuccess: () => setDraft({ id: makeKey(), words: '' }),
    onSettled,
  })
  const puttingLater = useMutation({
    mutationFn: () => call('putLater', { parts: { id }, body: { isLater: !isLater } }),
    onSuccess: (put) => announce(put.isLater ? `Put to later: ${name}` : `Back among those that wait: ${name}`),
    onSettled,
  })
  const mayPutLater = mayNote && (state === 'submitted' || state === 'needs-correction')
  const putLater = () => mayPutLater && !puttingLater.isPending && puttingLater.mutate()
  useShortcuts({ l: putLater })
  return (
    <>
      {mayPutLater && (
        <Button
          shape="secondary"
          className={isLater ? 'bg-ink! text-paper!' : ''}
          aria-pressed={isLater}
          disabled={puttingLater.isPending}
          onClick={putLater}
        >
          Later
        </Button>
      )}
      <ul className="my-2">
        {notes.map(({ id: note, words, by, at }) => (
          <li key={note} className="border-b border-rule py-1.5 break-words">
            <bdi>{words}</bdi>
            <span className="figures block text-xs text-faded">
              {by}, {writeMoment(at)}
            </span>
          </li>
        ))}
      </ul>
      {mayNote && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (draft.words.trim() && !noting.isPending) noting.mutate()
          }}
        >
          <TextField
            path="note-words"
            label="Note for organisers"
            isOptional
            maxLength={500}
            autoComplete="off"
            value={draft.words}
            onChange={(words) => setDraft({ ...draft, words })}
            action={
              <Button type="submit" shape="secondary" className="whitespace-nowrap" disabled={noting.isPending}>
                Note it
              </Button>
            }
          />
        </form>
      )}
      <Refused failure={noting.error ?? puttingLater.error} />
    </>
  )
}
