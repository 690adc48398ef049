import { useInfiniteQuery } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { writePaise } from '../../../festival/bank/cells'
import { kinds } from '../../../festival/bank/match'
import {
  type AuditAction,
  type AuditEntry,
  type AuditQuery,
  auditActions,
  auditQuerySchema,
} from '../../../festival/desk/audit'
import { decisionWords } from '../../../festival/desk/states'
import { Button } from '../../../ui/button'
import { Link, recordAddress } from '../../address'
import { call, queryKeys } from '../../api'
import { Failed, Loading } from '../../messages'
import { writeDay, writeMoment } from '../../words'
import { count, tellDifference } from '../bank/bank'

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

const named = (text: string | number, words: Readonly<Record<string, string>>): string => words[text] ?? String(text)

/** What a detail says; what is left out here only tells lines of a machine apart. */
const tell: Readonly<Record<string, (value: string | number) => string>> = {
  paise: (value) => writePaise(Number(value)),
  difference: (value) => tellDifference(Number(value)),
  decision: (value) => named(value, decisionWords),
  by: (value) => Object.entries(kinds).find(([kind]) => kind === value)?.[1].words ?? String(value),
  outcome: (value) => named(value, { returned: 'given back', kept: 'kept' }),
  kind: (value) => named(value, { registration: 'event', 'delegate-pass': 'delegate pass', accommodation: 'room' }),
  paid: (value) => named(value, { cash: 'cash', upi: 'UPI' }),
  fields: (value) => `changed: ${String(value).replaceAll('_', ' ')}`,
  rows: (value) => count(Number(value), 'row'),
  gone: (value) => `${count(Number(value), 'row')} went`,
  first: (value) => `from ${writeDay(String(value))}`,
  last: (value) => `to ${writeDay(String(value))}`,
  browser: String,
  confirmation: (value) => `e-mail ${value}`,
  table: String,
  format: String,
}

const tellDetail = (detail: AuditEntry['detail']): string =>
  Object.entries(detail)
    .flatMap(([name, value]) => tell[name]?.(value) ?? [])
    .join(', ')

const Entry = ({ entry: { at, actor, action, count: lines, submission, of, detail } }: { entry: AuditEntry }) => (
  <li className="grid gap-x-4 border-b border-rule py-2 md:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)] md:items-center">
    <span className="figures text-faded">{writeMoment(at)}</span>
    <span className="break-all">{actor}</span>
    <span>
      <b className="font-semibold">{actionWords[action]}</b>
      <span className="figures block text-xs text-faded">{tellDetail(detail)}</span>
    </span>
    {submission && (
      <Link
        href={recordAddress(submission, '')}
        className="target inline-flex items-center underline underline-offset-4"
      >
        {of ? (
          <span className="min-w-0 break-words">
            <bdi>{of.name}</bdi> <span className="figures">{of.label}</span>
          </span>
        ) : (
          'A record that is gone'
        )}
      </Link>
    )}
    {lines > 1 && <span className="figures">{count(lines, 'submission')}</span>}
  </li>
)

/** What is chosen narrows the log at once; what is typed once it is sent. */
const sendForm = ({ target: { form } }: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => form?.requestSubmit()

/** Who did what at the desk, the newest first. It can be read here, and changed nowhere (behaviour 14.77). */
export const AuditPage = () => {
  const [filter, setFilter] = useState<AuditQuery>({})
  const log = useInfiniteQuery({
    queryKey: [...queryKeys.audit, filter],
    queryFn: ({ pageParam, signal }) =>
      call('readAudit', { query: { ...filter, ...(pageParam ? { after: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()])
    setFilter(v.parse(auditQuerySchema, Object.fromEntries(given.filter(([, value]) => value))))
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
            name="action"
            onChange={sendForm}
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
            name="actor"
            maxLength={254}
            className="target w-full border border-line bg-paper px-3"
          />
        </p>
        <Button type="submit" shape="secondary" className="min-h-11!">
          Search
        </Button>
        <label className="target -mt-2 inline-flex cursor-pointer items-center gap-3 sm:col-span-3">
          <input type="checkbox" name="hasLooks" value="yes" className="size-5 accent-ink" onChange={sendForm} />
          Also who looked at proofs
        </label>
      </form>
      <div className="mt-4" aria-busy={log.isFetching}>
        {log.isPending && <Loading />}
        {log.error && <Failed failure={log.error} what="The log cannot be shown." onRetry={log.refetch} />}
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
