import { useQuery } from '@tanstack/react-query'
import type { Announcement } from '../../../festival/desk/announcement'
import { Button, buttonLook } from '../../../ui/button'
import { Progress } from '../../../ui/progress'
import { Link, pages, recordAddress, toQueue } from '../../address'
import { queryCall, useCommand, useMayAct } from '../../api'
import { announce, Failed } from '../../messages'
import { Page } from '../../page'
import { List } from '../../rows'
import { writeMoment, writeNumber } from '../../words'
import { nameList } from '../queue/queue-filters'

const stateWords = { sending: 'Sending', stopped: 'Stopped', done: 'Done' } as const

const Item = ({
  of: { id, subject, text, filter, by, at, state, sent, waiting, left, failed, failures },
}: {
  of: Announcement
}) => {
  const refreshes = ['listAnnouncements', 'readAudit'] as const
  const setting = useCommand('setAnnouncement', { refreshes })
  const again = useCommand('sendAgain', {
    refreshes,
    onSuccess: ({ confirmation }) =>
      announce(confirmation === 'sent' ? 'It was sent.' : 'It could not be sent just now.'),
  })
  const all = sent + waiting + failed
  const next = state === 'sending' ? 'stopped' : 'sending'
  const failure = setting.error ?? again.error
  return (
    <div className="grid gap-2">
      <h2 className="text-lg break-words">{subject}</h2>
      <p className="text-faded">
        To{' '}
        <Link href={toQueue(filter)} className="underline underline-offset-4">
          {nameList(filter)}
        </Link>
        , {writeMoment(at)}, by <span className="break-all">{by}</span>
      </p>
      <Progress words={stateWords[state]} share={all === 0 ? 0 : sent / all} />
      <p className="figures">
        {writeNumber(sent)} sent, {writeNumber(waiting)} waiting, {writeNumber(failed)} failed
        {left > 0 && `, ${writeNumber(left)} no longer in the list`}
      </p>
      {state !== 'done' && (
        <p>
          <Button
            shape="secondary"
            disabled={setting.isPending}
            onClick={() => setting.mutate({ params: { id }, body: { state: next } })}
          >
            {state === 'sending' ? 'Stop' : 'Go on'}
            <span className="sr-only">: {subject}</span>
          </Button>
        </p>
      )}
      {failure && <Failed failure={failure} what="That was not done." />}
      <details>
        <summary className="press cursor-pointer">The text</summary>
        <p className="break-words whitespace-pre-line">{text}</p>
      </details>
      {failures.length > 0 && (
        <details>
          <summary className="press cursor-pointer">Who did not get it ({writeNumber(failed)})</summary>
          <List
            rows={failures}
            by={({ email }) => email}
            look="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            {({ submission, name, email, isRefused, nextAt }) => (
              <>
                <span className="min-w-0 break-words">
                  <Link href={recordAddress(submission, '')} className="underline underline-offset-4">
                    <bdi>{name}</bdi>
                  </Link>{' '}
                  <span className="break-all">{email}</span>
                  <span className="block text-faded">
                    {isRefused ? 'The mail server refuses the address' : 'It did not go out'},{' '}
                    {nextAt ? `tried again ${writeMoment(nextAt)}` : 'given up'}
                  </span>
                </span>
                <Button
                  shape="secondary"
                  disabled={again.isPending}
                  onClick={() => again.mutate({ params: { id: submission } })}
                >
                  Send again
                  <span className="sr-only">: {name}</span>
                </Button>
              </>
            )}
          </List>
        </details>
      )}
    </div>
  )
}

/** The messages that were sent to many, the newest first (behaviour 14.142). */
export const MessagesPage = () => {
  const messages = useQuery({
    ...queryCall('listAnnouncements', {}),
    enabled: useMayAct('admin'),
    refetchInterval: ({ state }) => (state.data?.announcements.some((one) => one.state === 'sending') ? 3_000 : false),
  })
  return (
    <Page
      title="Messages"
      intro="Choose a list and press “Write to them”. For a list of your own, filter the queue and open its filters."
      needs={['admin', 'An admin can write to people.']}
      of={messages}
      what="The messages cannot be shown."
      className="max-w-2xl"
    >
      <Link href={pages.lists} className={`${buttonLook()} mt-4`}>
        Write a message
      </Link>
      <List
        rows={messages.data?.announcements}
        by={({ id }) => id}
        none="No messages yet."
        className="mt-4"
        look="py-4"
      >
        {(one) => <Item of={one} />}
      </List>
    </Page>
  )
}
