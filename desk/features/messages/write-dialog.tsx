import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { identity } from '#edition/identity'
import { findSubject } from '../../../festival/content/catalogue'
import {
  addEventName,
  announcementBounds,
  holdMinutes,
  maxHeldMessages,
  writeAnnouncement,
} from '../../../festival/contract/announcement'
import { findForeignLinks } from '../../../festival/contract/foreign-links'
import { nameEvent, type QueueFilter } from '../../../festival/contract/queue'
import { Refusal } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { makeUuid } from '../../../ui/make-uuid'
import { inputClasses, TextField } from '../../../ui/text-field'
import { go, pages } from '../../address'
import { queryCall, retryUntilAnswered, useCommand, useMe } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { Check } from '../../fields'
import { announce, Failed } from '../../messages'
import { formatCount } from '../../words'
import { MailPreview } from '../decisions/decision-dialog'
import { type MessageDraft, useDraft } from './drafts'

interface Props {
  filter: Omit<QueueFilter, 'q'>
  list: string
  suggested?: MessageDraft | undefined
  onClose: () => void
  /** Called instead of opening the page Messages. */
  onSent?: () => void
}

const openMessages = () => go(pages.messages)

export const WriteDialog = ({ filter, list, suggested, onClose, onSent = openMessages }: Props) => {
  // A repeated press must send the same message.
  const [id] = useState(makeUuid)
  // The event may change while the organiser types.
  const [start] = useState(suggested)
  const { draft, write, clear } = useDraft(filter, start)
  const event = findSubject(filter.event ?? '')
  const [hasCalendar, setHasCalendar] = useState(event !== undefined && start !== undefined)
  const me = useMe()
  const isWritten = draft.subject.trim() !== '' && draft.text.trim() !== ''
  const { data, error, refetch } = useQuery({
    ...queryCall('countPeople', { query: filter }),
    gcTime: 0,
  })
  const isEverybody = Object.keys(filter).length === 0
  const addresses = formatCount(data?.people ?? 0, 'address', 'addresses')
  const testing = useCommand('testAnnouncement')
  const sending = useCommand('sendAnnouncement', {
    ...retryUntilAnswered,
    refreshes: ['listAnnouncements', 'readAudit'],
    onSuccess: () => {
      clear()
      announce(`The message to ${addresses} is under Messages.`)
      onSent()
    },
  })
  // The server refuses a repeated message until the organiser confirms it.
  const again = sending.error?.problem?.code === 'illegal' || undefined
  const preview = me?.role === 'head' ? addEventName(draft, nameEvent(filter.event ?? '')) : draft
  const send = () =>
    sending.mutate({
      query: filter,
      body: {
        ...draft,
        id,
        again,
        toEveryone: isEverybody || undefined,
        calendar: hasCalendar || undefined,
      },
    })
  return (
    <CommandDialog
      title={start ? `Message participants: ${list}` : 'Message everyone in this list'}
      confirm={data ? `${again ? 'Send again' : 'Send'} to ${addresses}` : 'Counting …'}
      errorTitle="Not sent"
      errorText={sending.error?.fieldMessages}
      command={sending}
      isDisabled={!data?.people || !isWritten}
      result={
        <>
          {testing.isSuccess && <p role="status">The test is on its way to your address.</p>}
          {testing.error && (
            <Refusal title="The test was not sent.">
              <p>{testing.error.problem?.errors?.[0]?.message ?? testing.error.message}</p>
            </Refusal>
          )}
        </>
      }
      onSubmit={send}
      onClose={onClose}
    >
      {data && (
        <p role="status">
          To <b>{list}</b>, <b>{addresses}</b>. Each gets one e-mail, after those already waiting.
        </p>
      )}
      {error && (
        <Failed failure={error} what="The addresses could not be counted." onRetry={refetch} />
      )}
      {me && !me.mayAppoint && <HeldNote draft={preview} />}
      <TextField
        path="subject"
        label="Subject"
        maxLength={announcementBounds.subject}
        value={draft.subject}
        onChange={(subject) => write({ ...draft, subject })}
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
          value={draft.text}
          onChange={({ target }) => write({ ...draft, text: target.value })}
          className={`${inputClasses} mt-1.5 font-normal`}
        />
      </label>
      {event && (
        <Check checked={hasCalendar} onChange={({ target }) => setHasCalendar(target.checked)}>
          Attach the calendar file of {nameEvent(event.key)}
        </Check>
      )}
      <MailPreview
        title={preview.subject}
        text={writeAnnouncement('…', preview.text).flatMap((part) => [part, ''])}
      />
      <Button
        shape="secondary"
        disabled={!isWritten || testing.isPending}
        onClick={() => testing.mutate({ body: draft })}
      >
        Send a test to me
      </Button>
    </CommandDialog>
  )
}

/** Shown to senders who are not listed in the setting ORGANISERS. */
const HeldNote = ({ draft }: { draft: MessageDraft }) => {
  const own = { site: window.location.origin, email: identity.email }
  const links = findForeignLinks(`${draft.subject}\n${draft.text}`, own)
  const limit = `You can send ${maxHeldMessages} messages in 24 hours.`
  if (links.length === 0) {
    return (
      <p>
        The message is sent after {holdMinutes} minutes. All admins get an e-mail with its text. You
        and they can stop it under Messages. {limit}
      </p>
    )
  }
  return (
    <p>
      The message links to another site (<span className="wrap-anywhere">{links.join(', ')}</span>),
      so another admin must release it under Messages. If this is not a link, type a space after the
      full stop. {limit}
    </p>
  )
}
