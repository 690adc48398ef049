import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type AuditAction, type AuditEntry, auditActions } from '../../festival/desk/audit'
import { Button } from '../../ui/button'
import { call } from '../api'
import { recordAddress } from '../features/queue/filter'
import { Link } from '../navigation/link'
import { keys } from '../query-client'
import { Failed, Loading } from '../shell/waiting'
import { writeMoment } from '../words/write-moment'

const actionWords: Readonly<Record<AuditAction, string>> = {
  'link-asked': 'Asked for a sign-in link',
  'signed-in': 'Signed in',
  'session-ended': 'Ended a session',
  decided: 'Decided',
  undone: 'Took a decision back',
  'proof-viewed': 'Looked at a proof',
  'proof-read': 'Browser read a proof by itself',
  exported: 'Exported',
  'evidence-posted': 'Had pictures read',
  'confirmation-sent-again': 'Sent a confirmation again',
  'correction-link-sent': 'Sent a correction link',
  'walk-in-entered': 'Entered a walk-in',
  corrected: 'Corrected a submission',
  'setting-changed': 'Changed a setting',
  'statement-imported': 'Imported a statement',
  'statement-dropped': 'Took a statement back',
  'payment-added': 'Added a payment',
  'payment-reversed': 'Took in a reversal',
  'refund-noted': 'Noted a refund',
  'layout-kept': 'Chose the columns of a file',
}

const isAction = (text: string): text is AuditAction => auditActions.some((action) => action === text)

const Entry = ({ entry: { at, actor, action, submission, detail } }: { entry: AuditEntry }) => (
  <li className="grid gap-x-4 border-b border-rule py-2 md:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)_5rem] md:items-center">
    <span className="figures text-faded">{writeMoment(at)}</span>
    <span className="break-all">{actor}</span>
    <span>
      <b className="font-semibold">{actionWords[action]}</b>
      <span className="figures block text-xs text-faded">
        {Object.entries(detail)
          .map(([name, value]) => `${name}: ${value}`)
          .join(', ')}
      </span>
    </span>
    {submission && (
      <Link
        href={recordAddress(submission, '')}
        className="target inline-flex items-center underline underline-offset-4"
      >
        Open
      </Link>
    )}
  </li>
)

/** Who did what at the desk, the newest first. It can be read here, and changed nowhere (behaviour 14.77). */
export const Audit = () => {
  const [filter, setFilter] = useState<{ action?: AuditAction; actor?: string }>({})
  const [actor, setActor] = useState('')
  const log = useInfiniteQuery({
    queryKey: [...keys.audit, filter],
    queryFn: ({ pageParam, signal }) =>
      call('readAudit', { query: { ...filter, ...(pageParam ? { after: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  const search = (event: FormEvent) => {
    event.preventDefault()
    const { actor: _before, ...rest } = filter
    setFilter(actor.trim() ? { ...rest, actor: actor.trim() } : rest)
  }
  return (
    <div className="mx-auto max-w-5xl px-4 py-6">
      <h1 className="text-2xl">Audit log</h1>
      <p className="mt-1 text-faded">Everything that was done at the desk. Nobody can change it here.</p>
      <form onSubmit={search} className="mt-4 grid gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-end">
        <p>
          <label htmlFor="audit-action" className="head">
            What
          </label>
          <select
            id="audit-action"
            className="target block w-full border border-line bg-paper px-2"
            value={filter.action ?? ''}
            onChange={({ target: { value } }) => {
              const { action: _before, ...rest } = filter
              setFilter(isAction(value) ? { ...rest, action: value } : rest)
            }}
          >
            <option value="">Everything</option>
            {auditActions.map((action) => (
              <option key={action} value={action}>
                {actionWords[action]}
              </option>
            ))}
          </select>
        </p>
        <p>
          <label htmlFor="audit-actor" className="head">
            Who (e-mail address)
          </label>
          <input
            id="audit-actor"
            type="search"
            value={actor}
            maxLength={254}
            onChange={(event) => setActor(event.target.value)}
            className="target w-full border border-line bg-paper px-3"
          />
        </p>
        <Button type="submit" shape="secondary" className="min-h-11!">
          Search
        </Button>
      </form>
      <div className="mt-4" aria-busy={log.isFetching}>
        {log.isPending && <Loading />}
        {log.error && <Failed failure={log.error} what="The log cannot be shown." onRetry={() => void log.refetch()} />}
        {log.isSuccess && entries.length === 0 && (
          <p className="py-8 text-center text-faded">Nothing of that kind was done.</p>
        )}
        <ol className="border-t border-line">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </div>
      {log.hasNextPage && (
        <Button
          shape="secondary"
          className="mt-4"
          disabled={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  )
}
