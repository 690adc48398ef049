import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { accommodation } from '#edition/accommodation'
import { formatPaise } from '../../../festival/bank/cells'
import { formatShortDay } from '../../../festival/content/slot'
import { describeListName } from '../../../festival/contract/attendance'
import {
  type AuditAction,
  type AuditLine,
  type AuditQuery,
  auditActions,
  auditActionWords,
  auditQuerySchema,
} from '../../../festival/contract/audit'
import { deskCalls } from '../../../festival/contract/calls'
import { bankHolder } from '../../../festival/contract/cash'
import { nameField } from '../../../festival/contract/entry'
import { describeChange } from '../../../festival/contract/festival'
import { maxListed } from '../../../festival/contract/lists'
import { nameEvent } from '../../../festival/contract/queue'
import { Button, buttonClasses } from '../../../ui/button'
import { entryAddress, Link, readView } from '../../address'
import { call, useMayAct } from '../../api'
import { Check, Form, SelectField, SmallField } from '../../fields'
import { Page, QueryStatus } from '../../page'
import { List } from '../../rows'
import { formatAmount, formatCount, formatMoment, formatNumber } from '../../words'
import { formatDifference } from '../bank/bank'
import { nameList } from '../queue/queue-filters'

const offeredActions = auditActions.filter((action) => action !== 'room-set' || accommodation)

const detailFormatters: Readonly<Record<string, (value: string | number) => string>> = {
  rows: (value) => formatCount(Number(value), 'row'),
  gone: (value) => `${formatCount(Number(value), 'row')} removed`,
  first: (value) => `from ${formatShortDay(String(value))}`,
  last: (value) => `to ${formatShortDay(String(value))}`,
  people: (value) => `to ${formatCount(Number(value), 'person', 'people')}`,
  table: String,
  format: String,
  what: String,
  list: (value) => describeListName(String(value)),
}

const formatDetail = (detail: AuditLine['detail']): string =>
  Object.entries(detail)
    .flatMap(([name, value]) => detailFormatters[name]?.(value) ?? [])
    .join(', ')

/** The text before the name, and the text after a comma. */
type SentenceParts = readonly [verb: string, more?: string | undefined]

const decisionVerbs: Readonly<Record<string, string>> = {
  verify: 'verified',
  'ask-correction': 'asked for a correction of',
  reject: 'rejected',
  withdraw: 'withdrew',
  reopen: 'moved back to waiting:',
}

const sources: Readonly<Record<string, string>> = {
  bank: 'by bank',
  picture: 'by picture',
  cash: 'in cash',
}

const formatDetailAmount = ({ detail: { paise } }: AuditLine) =>
  paise === undefined ? '' : `${formatPaise(Number(paise))} `

const formatFieldNames = (fields: unknown) =>
  String(fields ?? '')
    .split(' ')
    .map((field) => nameField(field).replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase()))
    .join(', ')

const sentences: {
  readonly [Action in AuditAction]?: string | ((line: AuditLine) => SentenceParts)
} = {
  'signed-in': ({ detail }) => [`signed in with ${detail.browser ?? 'a browser'}`],
  decided: ({ detail: { decision = '', source = '', difference, paise } }) => {
    const hasCash = source === 'cash' && paise !== undefined
    const facts = [
      hasCash ? `${formatPaise(Number(paise))} in cash` : sources[source],
      difference && formatDifference(Number(difference)),
    ]
    return [decisionVerbs[decision] ?? 'decided about', facts.filter(Boolean).join(', ')]
  },
  'confirmed-by-email': 'confirmed by e-mail the entry of',
  undone: 'undid the decision on',
  exported: ({ detail: { of, ...file } }) => [
    `${file.what ? 'exported' : 'downloaded'}: ${formatDetail(file)}`,
    of ? nameList(readView(String(of).replaceAll(' ', '&')).filter) : '',
  ],
  'proof-viewed': 'viewed a file of',
  'proof-read': 'scanned a file of',
  'confirmation-sent-again': ({ detail }) => [
    'resent the e-mails to',
    `now ${detail.confirmation}`,
  ],
  'correction-link-sent': 'resent the correction request to',
  'walk-in-entered': ({ detail }) => [
    'registered',
    `a walk-in, paid ${detail.paid === 'upi' ? 'by UPI' : 'in cash'}`,
  ],
  corrected: ({ detail }) => ['corrected', formatFieldNames(detail.fields)],
  'statement-imported': ({ detail }) => ['imported a bank statement', formatDetail(detail)],
  'statement-dropped': ({ detail }) => [
    'undid the import of a bank statement',
    formatDetail(detail),
  ],
  'payment-added': (line) => [`added a payment of ${formatDetailAmount(line)}to`],
  'payment-reversed': (line) => [`recorded a bank reversal of ${formatDetailAmount(line)}for`],
  'refund-noted': (line) => {
    const outcome = line.detail.outcome === 'kept' ? 'not refunded' : 'refunded'
    return [
      `recorded ${line.count > 1 ? 'payments ' : formatDetailAmount(line)}as ${outcome} for`,
      sources[line.detail.source ?? ''],
    ]
  },
  'room-set': 'assigned a room to',
  'layout-kept': 'chose the columns of a bank file',
  noted: 'added a note to',
  'put-later': 'set aside for later:',
  'taken-up': 'moved back from later:',
  'cash-taken-back': (line) => [
    'removed',
    `${formatDetailAmount(line)}from the cash book, recorded by mistake`,
  ],
  'refund-taken-back': (line) => [
    'undid',
    `a refund of ${formatDetailAmount(line)}recorded by mistake`,
  ],
  'cash-handed-over': (line) => {
    const { from, to } = line.detail
    const receiver = to === bankHolder ? 'the bank' : to
    return [`recorded that ${from} handed ${formatDetailAmount(line)}in cash to ${receiver}`]
  },
  'organiser-added': ({ detail: { email, role, of } }) => [
    `added ${email} as ${role}${of ? ` of ${of}` : ''}`,
  ],
  // Lines of earlier versions call the undone version `takenBack`.
  'festival-changed': ({ detail }) => {
    const { fields = '', status, event, places, takenBack, undoneVersion } = detail
    const changes = String(fields)
      .split(' ')
      .map((field) => describeChange({ field, after: status }))
    const facts = [
      event && nameEvent(String(event)),
      places && `places: ${places}`,
      (undoneVersion ?? takenBack) && 'as it was before',
    ]
    return [changes.join(' and '), facts.filter(Boolean).join(', ')]
  },
  'organiser-removed': ({ detail: { email, role } }) => [`removed ${email}, ${role}`],
}

const actionsWithAmount: readonly AuditAction[] = ['decided', 'undone', 'walk-in-entered']

const describeAction = (line: AuditLine): SentenceParts => {
  const sentence = sentences[line.action]
  if (sentence === undefined) {
    return [auditActionWords[line.action].toLowerCase(), formatDetail(line.detail)]
  }
  return typeof sentence === 'string' ? [sentence] : sentence(line)
}

const describeTarget = ({ of, count: lines, entryId }: AuditLine): string => {
  if (of) {
    return `${of.name} (${of.label})`
  }
  if (lines > 1) {
    return formatCount(lines, 'entry', 'entries')
  }
  return entryId ? 'a deleted entry' : ''
}

/**
 * Returns the sentence in parts, so that the name can be a link: "asha@… verified", "Farida Khan
 * (EVT-004217)", ", ₹600, by bank".
 */
export const describeLine = (
  line: AuditLine,
): { who: string; did: string; target: string; more: string } => {
  const { actor, action, amount, detail } = line
  const [did, rest] = describeAction(line)
  // A cash decision already states the cash received, so the fee is not repeated.
  const isCash = action === 'decided' && detail.source === 'cash' && detail.paise !== undefined
  const rupees =
    actionsWithAmount.includes(action) && amount !== null && !isCash ? formatAmount(amount) : ''
  const more = [rupees, rest].filter(Boolean).map((part) => `, ${part}`)
  return {
    who: actor === 'registrant' ? 'The participant' : actor,
    did,
    target: describeTarget(line),
    more: more.join(''),
  }
}

const AuditRow = ({ line }: { line: AuditLine }) => {
  const { who, did, target, more } = describeLine(line)
  const { at, entryId } = line
  return (
    <>
      <span className="figures text-faded">{formatMoment(at)}</span>
      <p className="min-w-0 break-words">
        <span className="wrap-anywhere text-faded">{who}</span> {did}
        {target && ' '}
        {entryId ? (
          <Link href={entryAddress(entryId, '')} className="press inline! py-3 font-semibold">
            <bdi>{target}</bdi>
          </Link>
        ) : (
          <b className="font-semibold">{target}</b>
        )}
        <span className="figures">{more}</span>
      </p>
    </>
  )
}

/** A choice filters the log immediately. Typed text filters it when submitted. */
export const AuditPage = () => {
  const [filter, setFilter] = useState<AuditQuery>({})
  const log = useInfiniteQuery({
    queryKey: ['readAudit', filter],
    queryFn: ({ pageParam, signal }) =>
      call('readAudit', { query: { ...filter, after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
  const search = (form: HTMLFormElement) => {
    const values = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
    setFilter(v.parse(auditQuerySchema, Object.fromEntries(values.filter(([, value]) => value))))
  }
  const mayExport = useMayAct('admin')
  return (
    <Page
      title="Audit log"
      intro="Everything done at the desk. No one can change it here."
      className="max-w-5xl"
    >
      <Form onSubmit={search} className="mt-4 grid gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-end">
        <SelectField
          path="action"
          label="What"
          isSmall
          emptyLabel="Everything"
          choices={offeredActions.map((value) => ({ value, label: auditActionWords[value] }))}
          onChange={(_chosen, form) => form?.requestSubmit()}
        />
        <SmallField label="Who (e-mail address)" name="actor" maxLength={254} />
        <Button type="submit" shape="secondary" className="min-h-11!">
          Search
        </Button>
        <Check
          name="hasLooks"
          value="yes"
          className="-mt-2 sm:col-span-3"
          onChange={({ target: { form } }) => form?.requestSubmit()}
        >
          Include views of files
        </Check>
      </Form>
      {mayExport && (
        <a
          href={deskCalls.exportAudit.path}
          download
          className={`${buttonClasses('secondary')} mt-4`}
        >
          CSV of the newest {formatNumber(maxListed.csv)} lines
        </a>
      )}
      <div className="mt-4" aria-busy={log.isFetching}>
        <QueryStatus query={log} what="The log cannot be shown." />
        <List
          rows={log.data?.pages.flatMap((page) => page.lines)}
          rowKey="id"
          emptyText="No matching lines."
          itemClassName="grid gap-x-4 py-2 md:grid-cols-[9rem_minmax(0,1fr)] md:items-baseline"
        >
          {(line) => <AuditRow line={line} />}
        </List>
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
    </Page>
  )
}
