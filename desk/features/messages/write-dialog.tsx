import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announcementBounds, writeAnnouncement } from '../../../festival/desk/announcement'
import type { QueueFilter } from '../../../festival/desk/queue'
import { Button } from '../../../ui/button'
import { makeKey } from '../../../ui/make-key'
import { createStore } from '../../../ui/store'
import { inputLook, TextField } from '../../../ui/text-field'
import { go, pages } from '../../address'
import { queryCall, untilAnswered, useCommand } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { announce, Failed } from '../../messages'
import { count } from '../../words'
import { MailPreview } from '../decisions/decision-dialog'

const nothing = { subject: '', text: '' }
/** What is written stays while somebody looks for the right filter. */
const draft = createStore(() => nothing)

/** What the dialog begins with where something happened that everybody should hear. */
export const writeFirst = draft.write

type Props = { filter: Omit<QueueFilter, 'q'>; list: string; onClose: () => void }

/** Writes to everybody in a filter of the queue: to how many, how the mail reads, a test to oneself, one press (behaviour 14.141). */
export const WriteDialog = ({ filter, list, onClose }: Props) => {
  // Made once for each opening: a press that is repeated is the same message.
  const [id] = useState(makeKey)
  const words = draft.use()
  const isWritten = words.subject.trim() !== '' && words.text.trim() !== ''
  const { data, error, refetch } = useQuery({ ...queryCall('countPeople', { query: filter }), gcTime: 0 })
  const isEverybody = Object.keys(filter).length === 0
  const addresses = count(data?.people ?? 0, 'address', 'addresses')
  const testing = useCommand('testAnnouncement')
  const sending = useCommand('sendAnnouncement', {
    ...untilAnswered,
    refreshes: ['listAnnouncements', 'readAudit'],
    onSuccess: () => {
      draft.write(nothing)
      announce(`The message goes to ${addresses}.`)
      go(pages.messages)
    },
  })
  // What was sent before is refused once, and asks.
  const again = sending.error?.problem?.code === 'illegal' || undefined
  return (
    <CommandDialog
      title="Write to everybody in this list"
      confirm={data ? `${again ? 'Send again' : 'Send'} to ${addresses}` : 'Counting …'}
      refused={{ title: 'Not sent' }}
      command={sending}
      isDisabled={!data?.people || !isWritten}
      onSubmit={() =>
        sending.mutate({ query: filter, body: { id, again, ...(isEverybody ? { everybody: true } : {}), ...words } })
      }
      onClose={onClose}
    >
      {data && (
        <p role="status">
          To <b>{list}</b>, <b>{addresses}</b>: each gets it once, after all e-mails that already wait.
        </p>
      )}
      {error && <Failed failure={error} what="They cannot be counted." onRetry={refetch} />}
      <TextField
        path="subject"
        label="Subject"
        maxLength={announcementBounds.subject}
        value={words.subject}
        onChange={(subject) => draft.write({ ...words, subject })}
      />
      <label className="block font-semibold">
        Text
        <span className="block text-sm font-normal text-faded">
          Plain text. An empty line starts a paragraph; https:// addresses become links.
        </span>
        <textarea
          rows={8}
          required
          maxLength={announcementBounds.text}
          value={words.text}
          onChange={(event) => draft.write({ ...words, text: event.target.value })}
          className={`${inputLook} mt-1.5 font-normal`}
        />
      </label>
      <MailPreview title={words.subject} text={writeAnnouncement('…', words.text).flatMap((part) => [part, ''])} />
      <Button
        shape="secondary"
        disabled={!isWritten || testing.isPending}
        onClick={() => testing.mutate({ body: words })}
      >
        Send a test to me
      </Button>
      {testing.isSuccess && <p role="status">The test is on its way to your address only.</p>}
      {testing.error && <Failed failure={testing.error} what="The test was not sent." />}
    </CommandDialog>
  )
}
