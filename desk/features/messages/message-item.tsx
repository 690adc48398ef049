import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { Announcement } from '../../../festival/contract/announcement'
import type { Me } from '../../../festival/contract/organisers'
import { Button } from '../../../ui/button'
import { Progress } from '../../../ui/progress'
import { entryAddress, Link, peopleAddress, toQueue } from '../../address'
import { queryCall, useCommand, useMe } from '../../api'
import { announce, Failed } from '../../messages'
import { List } from '../../rows'
import { formatMoment, formatNumber } from '../../words'
import { nameList } from '../queue/queue-filters'

const describeState = ({
  state,
  waitsUntil,
}: Pick<Announcement, 'state' | 'waitsUntil'>): string => {
  switch (state) {
    case 'queueing':
      return 'Preparing the e-mails'
    case 'waiting':
      return `Waiting until ${formatMoment(waitsUntil ?? '')}`
    case 'held':
      return 'Waiting for release'
    case 'sending':
      return 'Sending'
    case 'stopped':
      return 'Stopped'
    case 'done':
      return 'Sent'
  }
}

const ItemButton = ({
  of,
  children,
  ...button
}: ComponentProps<typeof Button> & { of: string }) => (
  <Button shape="secondary" {...button}>
    {children}
    <span className="sr-only">: {of}</span>
  </Button>
)

const FailedDeliveries = ({
  message: { failures, failed },
  again,
}: {
  message: Announcement
  again: ReturnType<typeof useCommand<'sendAgain'>>
}) => (
  <details>
    <summary className="press cursor-pointer">Not delivered ({formatNumber(failed)})</summary>
    <List
      rows={failures}
      rowKey="email"
      itemClassName="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
    >
      {({ entryId, name, email, isRefused, nextAt }) => (
        <>
          <span className="min-w-0 break-words">
            <Link href={entryAddress(entryId, '')} className="underline underline-offset-4">
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className="wrap-anywhere">{email}</span>
            <span className="block text-faded">
              {isRefused ? 'The mail server refuses the address' : 'It could not be sent'}
              {nextAt ? `, next try ${formatMoment(nextAt)}` : ', no more tries'}
            </span>
          </span>
          <ItemButton
            of={name}
            disabled={again.isPending}
            onClick={() => again.mutate({ params: { id: entryId } })}
          >
            Send again
          </ItemButton>
        </>
      )}
    </List>
  </details>
)

const stoppableStates: readonly Announcement['state'][] = ['queueing', 'waiting', 'held', 'sending']

const mayStop = ({ state, by }: Announcement, { role, email }: Me): boolean =>
  stoppableStates.includes(state) && (role !== 'head' || by === email)

/**
 * Preparing also stops if the sender's device is cut off, so other organisers may continue. If a
 * message was stopped by hand, they may have had a reason.
 */
const mayResume = ({ state, by }: Announcement, { role, email, mayAppoint }: Me): boolean => {
  const isHead = role === 'head'
  if (state === 'queueing') {
    return !isHead
  }
  return state === 'stopped' && (mayAppoint || (!isHead && by !== email))
}

export const MessageItem = ({ message, me }: { message: Announcement; me: Me }) => {
  const { id, subject, text, filter, by, at, state, links, sent, waiting, left, failed } = message
  const isHead = me.role === 'head'
  const mayRelease = !isHead && by !== me.email
  const refreshes = ['listAnnouncements', 'readAudit'] as const
  const setting = useCommand('setAnnouncement', { refreshes })
  const again = useCommand('sendAgain', {
    refreshes,
    onSuccess: ({ confirmation }) =>
      announce(
        confirmation === 'sent' ? 'The e-mail was sent.' : 'The e-mail could not be sent now.',
      ),
  })
  const releasing = useCommand('releaseAnnouncement', {
    refreshes,
    onSuccess: () => announce('The message was released.'),
  })
  const setState = (state: 'stopped' | 'sending') =>
    setting.mutate({ params: { id }, body: { state } })
  const total = sent + waiting + failed
  const failure = setting.error ?? again.error ?? releasing.error
  return (
    <div className="grid gap-2">
      <h2 className="text-lg break-words">{subject}</h2>
      <p className="text-faded">
        To{' '}
        <Link
          href={isHead ? peopleAddress(filter) : toQueue(filter)}
          className="underline underline-offset-4"
        >
          {nameList(filter)}
        </Link>
        , {formatMoment(at)}, by <span className="wrap-anywhere">{by}</span>
      </p>
      <Progress label={describeState(message)} share={total === 0 ? 0 : sent / total} />
      <p className="figures">
        {formatNumber(sent)} sent, {formatNumber(waiting)} waiting, {formatNumber(failed)} failed
        {left > 0 && `, ${formatNumber(left)} no longer in the list`}
      </p>
      {links.length > 0 && (
        <p>
          It links to another site: <span className="wrap-anywhere">{links.join(', ')}</span>.{' '}
          {mayRelease
            ? 'Open the link before you release it.'
            : 'Another admin must release this message.'}
        </p>
      )}
      <p className="flex flex-wrap gap-2 empty:hidden">
        {mayStop(message, me) && (
          <ItemButton of={subject} disabled={setting.isPending} onClick={() => setState('stopped')}>
            Stop
          </ItemButton>
        )}
        {mayResume(message, me) && (
          <ItemButton of={subject} disabled={setting.isPending} onClick={() => setState('sending')}>
            Resume
          </ItemButton>
        )}
        {state === 'held' && mayRelease && (
          <ItemButton
            of={subject}
            disabled={releasing.isPending}
            onClick={() => releasing.mutate({ params: { id } })}
          >
            Release
          </ItemButton>
        )}
      </p>
      {failure && <Failed failure={failure} what="The message was not changed." takesFocus />}
      <details>
        <summary className="press cursor-pointer">Message text</summary>
        <p className="break-words whitespace-pre-line">{text}</p>
      </details>
      {message.failures.length > 0 && <FailedDeliveries message={message} again={again} />}
    </div>
  )
}

const isMoving = ({ state }: Announcement): boolean =>
  state === 'queueing' || state === 'sending' || state === 'waiting'

/** Fetches the messages again every few seconds while one of them is being sent. */
export const useAnnouncements = () => {
  const me = useMe()
  return useQuery({
    ...queryCall('listAnnouncements', {}),
    enabled: me?.role === 'admin' || me?.role === 'head',
    refetchInterval: ({ state }) => (state.data?.announcements.some(isMoving) ? 3_000 : false),
  })
}
