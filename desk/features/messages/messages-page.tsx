import { useQuery } from '@tanstack/react-query'
import type { Announcement } from '../../../festival/contract/announcement'
import type { Me } from '../../../festival/contract/organisers'
import { Button, buttonClasses } from '../../../ui/button'
import { Progress } from '../../../ui/progress'
import { entryAddress, Link, pages, peopleAddress, toQueue } from '../../address'
import { queryCall, useCommand, useMe } from '../../api'
import { announce, Failed } from '../../messages'
import { Page } from '../../page'
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

const MessageItem = ({ message, me }: { message: Announcement; me: Me }) => {
  const { id, subject, text, filter, by, at, state, links, sent, waiting, left, failed, failures } =
    message
  const isHead = me.role === 'head'
  const isOwn = by === me.email
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
  const all = sent + waiting + failed
  const mayStop =
    state === 'queueing' || state === 'waiting' || state === 'held' || state === 'sending'
  // Preparing also stops if the sender's device is cut off, so other organisers may continue. If a
  // message was stopped by hand, they may have had a reason.
  const mayPrepare = state === 'queueing' && !isHead
  const mayResume = mayPrepare || (state === 'stopped' && (me.mayAppoint || (!isHead && !isOwn)))
  const mayRelease = state === 'held' && !isHead && !isOwn
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
        , {formatMoment(at)}, by <span className="break-all">{by}</span>
      </p>
      <Progress label={describeState(message)} share={all === 0 ? 0 : sent / all} />
      <p className="figures">
        {formatNumber(sent)} sent, {formatNumber(waiting)} waiting, {formatNumber(failed)} failed
        {left > 0 && `, ${formatNumber(left)} no longer in the list`}
      </p>
      {links.length > 0 && (
        <p>
          It links to another site: <span className="break-all">{links.join(', ')}</span>.{' '}
          {isOwn || isHead
            ? 'Another admin must release this message.'
            : 'Open the link before you release it.'}
        </p>
      )}
      <p className="flex flex-wrap gap-2 empty:hidden">
        {mayStop && (
          <Button
            shape="secondary"
            disabled={setting.isPending}
            onClick={() => setting.mutate({ params: { id }, body: { state: 'stopped' } })}
          >
            Stop
            <span className="sr-only">: {subject}</span>
          </Button>
        )}
        {mayResume && (
          <Button
            shape="secondary"
            disabled={setting.isPending}
            onClick={() => setting.mutate({ params: { id }, body: { state: 'sending' } })}
          >
            Resume <span className="sr-only">: {subject}</span>
          </Button>
        )}
        {mayRelease && (
          <Button
            shape="secondary"
            disabled={releasing.isPending}
            onClick={() => releasing.mutate({ params: { id } })}
          >
            Release
            <span className="sr-only">: {subject}</span>
          </Button>
        )}
      </p>
      {failure && <Failed failure={failure} what="The message was not changed." takesFocus />}
      <details>
        <summary className="press cursor-pointer">Message text</summary>
        <p className="break-words whitespace-pre-line">{text}</p>
      </details>
      {failures.length > 0 && (
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
                  <span className="break-all">{email}</span>
                  <span className="block text-faded">
                    {isRefused ? 'The mail server refuses the address' : 'It could not be sent'}
                    {nextAt ? `, next try ${formatMoment(nextAt)}` : ', no more tries'}
                  </span>
                </span>
                <Button
                  shape="secondary"
                  disabled={again.isPending}
                  onClick={() => again.mutate({ params: { id: entryId } })}
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

const isMoving = ({ state }: Announcement): boolean =>
  state === 'queueing' || state === 'sending' || state === 'waiting'

export const MessagesPage = () => {
  const me = useMe()
  const isHead = me?.role === 'head'
  const mayRead = me?.role === 'admin' || isHead
  const messages = useQuery({
    ...queryCall('listAnnouncements', {}),
    enabled: mayRead,
    refetchInterval: ({ state }) => (state.data?.announcements.some(isMoving) ? 3_000 : false),
  })
  return (
    <Page
      title="Messages"
      intro={`Choose a list and press “Message them”.${isHead ? '' : ' For a list of your own, filter the queue and open its filters.'}`}
      needs={isHead ? ['head', ''] : ['admin', 'Only admins can send messages.']}
      query={messages}
      what="The messages cannot be shown."
      className="max-w-2xl"
    >
      <Link href={pages.lists} className={`${buttonClasses()} mt-4`}>
        Write a message
      </Link>
      <List
        rows={messages.data?.announcements}
        rowKey="id"
        emptyText="No messages yet."
        className="mt-4"
        itemClassName="py-4"
      >
        {(message) => me && <MessageItem message={message} me={me} />}
      </List>
    </Page>
  )
}
