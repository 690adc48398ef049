import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Announcement } from '../../../festival/desk/announcement'
import { Button } from '../../../ui/button'
import { Progress } from '../../../ui/progress'
import { Link, listAddress, recordAddress } from '../../address'
import { answerOf, call, refresh, useMayAct } from '../../api'
import { announce, Failed } from '../../messages'
import { Nothing, Page } from '../../page'
import { writeMoment } from '../../words'
import { stateTab, tellFilter } from '../queue/queue-filters'

const stateWords = { sending: 'Sending', stopped: 'Stopped', done: 'Done' } as const

const write = (number: number) => number.toLocaleString('en-IN')

/** One message: to whom, how far it is, and who did not get it. */
const Item = ({
  of: { id, subject, text, filter, by, at, state, sent, waiting, failed, failures },
}: {
  of: Announcement
}) => {
  const client = useQueryClient()
  const command = { onSuccess: () => refresh(client, 'listAnnouncements', 'readAudit') }
  const setting = useMutation({
    mutationFn: (next: 'sending' | 'stopped') => call('setAnnouncement', { parts: { id }, body: { state: next } }),
    ...command,
  })
  const again = useMutation({
    mutationFn: (submission: string) => call('sendAgain', { parts: { id: submission } }),
    ...command,
    onSettled: (answer) =>
      announce(answer?.confirmation === 'sent' ? 'It was sent.' : 'It could not be sent just now.'),
  })
  const all = sent + waiting + failed
  const next = state === 'sending' ? 'stopped' : 'sending'
  const failure = setting.error ?? again.error
  return (
    <li className="grid gap-2 border-b border-rule py-4">
      <h2 className="text-lg break-words">{subject}</h2>
      <p className="text-faded">
        To{' '}
        <Link href={listAddress({ filter, order: 'oldest' })} className="underline underline-offset-4">
          {[stateTab(filter.state), tellFilter(filter)].filter(Boolean).join(' · ')}
        </Link>
        , {writeMoment(at)}, by <span className="break-all">{by}</span>
      </p>
      <Progress words={stateWords[state]} share={all === 0 ? 0 : sent / all} />
      <p className="figures">
        {write(sent)} sent, {write(waiting)} waiting, {write(failed)} failed
      </p>
      {state !== 'done' && (
        <p>
          <Button shape="secondary" disabled={setting.isPending} onClick={() => setting.mutate(next)}>
            {state === 'sending' ? 'Stop' : 'Go on'}
            <span className="sr-only">: {subject}</span>
          </Button>
        </p>
      )}
      {failure && <Failed failure={failure} what="That was not done." />}
      <details>
        <summary className="target flex cursor-pointer items-center underline underline-offset-4">The text</summary>
        <p className="break-words whitespace-pre-line">{text}</p>
      </details>
      {failures.length > 0 && (
        <details>
          <summary className="target flex cursor-pointer items-center underline underline-offset-4">
            Who did not get it ({write(failed)})
          </summary>
          <ul>
            {failures.map(({ submission, name, email, isRefused, nextAt }) => (
              <li
                key={email}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-rule py-2"
              >
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
                <Button shape="secondary" disabled={again.isPending} onClick={() => again.mutate(submission)}>
                  Send again
                  <span className="sr-only">: {name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

/** The messages that were sent to many, the newest first (behaviour 14.142). */
export const MessagesPage = () => {
  const isAdmin = useMayAct('admin')
  const messages = useQuery({
    ...answerOf('listAnnouncements', {}),
    enabled: isAdmin,
    refetchInterval: ({ state }) => (state.data?.announcements.some((one) => one.state === 'sending') ? 3_000 : false),
  })
  return (
    <Page
      title="Messages"
      intro="To write one, narrow the queue to whom it is for, open its filters, and press “Write to everybody in this list”."
      of={isAdmin ? messages : undefined}
      what="The messages cannot be shown."
      className="max-w-2xl"
    >
      {!isAdmin && <p className="mt-4">An admin can write to people.</p>}
      {messages.data?.announcements.length === 0 && <Nothing>Nothing was sent yet.</Nothing>}
      <ul className="mt-4 border-t border-line">
        {messages.data?.announcements.map((one) => (
          <Item key={one.id} of={one} />
        ))}
      </ul>
    </Page>
  )
}
