import { useInfiniteQuery } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { writePaise } from '../../../festival/bank/cells'
import {
  type AuditAction,
  type AuditEntry,
  type AuditQuery,
  auditActions,
  auditQuerySchema,
} from '../../../festival/desk/audit'
import { bankHolder } from '../../../festival/desk/cash'
import { nameField } from '../../../festival/desk/record'
import { Button } from '../../../ui/button'
import { Link, recordAddress } from '../../address'
import { call, queryKeys } from '../../api'
import { Failed, Loading } from '../../messages'
import { writeDay, writeMoment, writeRupees } from '../../words'
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
  noted: 'Noted something',
  'put-later': 'Put to later',
  'taken-up': 'Put back from later',
  'announcement-sent': 'Sent a message',
  'announcement-stopped': 'Stopped a message',
  'announcement-resumed': 'Let a message go on',
  'cash-handed-over': 'Handed over cash',
  'organiser-added': 'Added an organiser',
  'organiser-removed': 'Removed an organiser',
}

/** What a detail says where no sentence has words for it. */
const tell: Readonly<Record<string, (value: string | number) => string>> = {
  rows: (value) => count(Number(value), 'row'),
  gone: (value) => `${count(Number(value), 'row')} went`,
  first: (value) => `from ${writeDay(String(value))}`,
  last: (value) => `to ${writeDay(String(value))}`,
  subject: (value) => `“${value}”`,
  people: (value) => `to ${count(Number(value), 'person', 'people')}`,
  table: String,
  format: String,
  of: (value) => `of ${value}`,
}

const tellDetail = (detail: AuditEntry['detail']): string =>
  Object.entries(detail)
    .flatMap(([name, value]) => tell[name]?.(value) ?? [])
    .join(', ')

/** What was done, up to whom it was done to, and what follows after a comma. */
type Deed = readonly [verb: string, more?: string | undefined]

const verdicts: Readonly<Record<string, string>> = {
  verify: 'verified',
  'ask-correction': 'asked for a correction of',
  reject: 'rejected',
  withdraw: 'withdrew',
  reopen: 'put back to waiting',
}

const sources: Readonly<Record<string, string>> = { bank: 'by bank', picture: 'by picture', cash: 'in cash' }

const amountOf = ({ detail: { paise } }: AuditEntry) => (paise === undefined ? '' : `${writePaise(Number(paise))} `)

const tellFields = (fields: unknown) =>
  String(fields ?? '')
    .split(' ')
    .map((field) => nameField(field).replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase()))
    .join(', ')

/** Sentences; a deed that has none is told by its name and its detail. */
const deeds: Partial<Record<AuditAction, (entry: AuditEntry) => Deed>> = {
  'link-asked': () => ['asked for a sign-in link'],
  'signed-in': ({ detail }) => [`signed in with ${detail.browser ?? 'a browser'}`],
  'session-ended': () => ['ended a session'],
  decided: ({ detail: { decision = '', ground = '', difference } }) => [
    verdicts[decision] ?? 'decided about',
    [sources[ground], difference === undefined ? undefined : tellDifference(Number(difference))]
      .filter(Boolean)
      .join(', '),
  ],
  undone: () => ['took back what was done to'],
  'proof-viewed': () => ['looked at a file of'],
  'proof-read': () => ['had the browser read a file of'],
  'confirmation-sent-again': ({ detail }) => ['sent the e-mails once more to', `which are ${detail.confirmation}`],
  'correction-link-sent': () => ['sent the request for a correction once more to'],
  'walk-in-entered': ({ detail }) => ['entered', `a walk-in, paid ${detail.paid === 'upi' ? 'by UPI' : 'in cash'}`],
  corrected: ({ detail }) => ['corrected', tellFields(detail.fields)],
  'statement-imported': ({ detail }) => ['imported a bank statement', tellDetail(detail)],
  'statement-dropped': ({ detail }) => ['took a bank statement back', tellDetail(detail)],
  'payment-added': (entry) => [`added a payment of ${amountOf(entry)}to`],
  'payment-reversed': (entry) => [`took in that the bank took ${amountOf(entry)}back from`],
  'refund-noted': (entry) => [
    `noted ${amountOf(entry)}as ${entry.detail.outcome === 'kept' ? 'kept' : 'given back'} for`,
    sources[entry.detail.ground ?? ''],
  ],
  'layout-kept': () => ['chose the columns of a bank’s file'],
  noted: () => ['noted something about'],
  'put-later': () => ['put to later:'],
  'taken-up': () => ['put back among those that wait:'],
  'cash-handed-over': (entry) => [
    `noted that ${entry.detail.from} handed ${amountOf(entry)}in cash to ${entry.detail.to === bankHolder ? 'the bank' : entry.detail.to}`,
  ],
  'organiser-added': ({ detail: { email, role, of } }) => [`added ${email} as ${role}${of ? ` of ${of}` : ''}`],
  'organiser-removed': ({ detail: { email, role } }) => [`removed ${email}, ${role}`],
}

/** Deeds of which the rupees that are due say something. */
const ofMoney: readonly AuditAction[] = ['decided', 'undone', 'walk-in-entered']

/**
 * A line of the log as a sentence, in parts: who and what was done; whom it was done to; the rupees and the rest (behaviour
 * 14.134). "asha@… verified", "Farida Khan (EVT-004217)", ", ₹600, by bank".
 */
export const tellEntry = (entry: AuditEntry): { who: string; did: string; whom: string; more: string } => {
  const { actor, action, count: lines, submission, of, amount, detail } = entry
  const [did, rest = ''] = deeds[action]?.(entry) ?? [actionWords[action].toLowerCase(), tellDetail(detail)]
  const gone = submission ? 'a record that is gone' : ''
  const whom = of ? `${of.name} (${of.label})` : lines > 1 ? count(lines, 'submission') : gone
  const rupees = ofMoney.includes(action) && amount !== null ? writeRupees(amount) : ''
  const more = [rupees, rest].filter(Boolean).map((part) => `, ${part}`)
  return { who: actor === 'registrant' ? 'The registrant' : actor, did, whom, more: more.join('') }
}

const Entry = ({ entry }: { entry: AuditEntry }) => {
  const { who, did, whom, more } = tellEntry(entry)
  const { at, submission } = entry
  return (
    <li className="grid gap-x-4 border-b border-rule py-2 md:grid-cols-[9rem_minmax(0,1fr)] md:items-baseline">
      <span className="figures text-faded">{writeMoment(at)}</span>
      <p className="min-w-0 break-words">
        <span className="break-all text-faded">{who}</span> {did}
        {whom && ' '}
        {submission ? (
          <Link
            href={recordAddress(submission, '')}
            className="inline-block py-2.5 font-semibold underline underline-offset-4"
          >
            <bdi>{whom}</bdi>
          </Link>
        ) : (
          <b className="font-semibold">{whom}</b>
        )}
        <span className="figures">{more}</span>
      </p>
    </li>
  )
}

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
