import type { ReactNode } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import type { EntryDetails } from '../../../festival/contract/entry'
import { describeGroup, type Flag, flagWords } from '../../../festival/contract/flags'
import { toPaise } from '../../../festival/payment/money'
import { CopyButton } from '../../../ui/copy-button'
import { PhoneLink } from '../../../ui/phone-link'
import { entryAddress, Link, toQueue } from '../../address'
import { DialogButton } from '../../dialog-button'
import { type Column, List, Table } from '../../rows'
import { formatAge, formatAmount, formatMoment, formatNumber, useNow } from '../../words'
import { EntryPayments, useMayMatch } from '../bank/settle-dialog'
import { nameSubject, StateMark } from '../queue/marks'
import { type Comparison, compareReading, findOcrResult } from './compare-reading'
import { CorrectDialog } from './correct-dialog'
import { ErasureRequest } from './erasure'
import { Notes } from './notes'
import { NewTicketButton, TicketCard } from './ticket'
import { Mails, Timeline } from './timeline'

const unreadableMessages = {
  gone: 'The picture no longer exists, so it was not scanned.',
  broken: 'The file is not a picture that a browser can show, so it was not scanned.',
  slow: 'The picture took too long to open, so it was not scanned. It may have been tampered with.',
} as const

export const Facts = ({
  entry,
  search,
  mayDecide,
}: {
  entry: EntryDetails
  search: string
  mayDecide: boolean
}) => {
  const now = useNow(60_000)
  const mayMatch = useMayMatch(entry)
  const ocrResult = findOcrResult(entry)
  const hasPayment = entry.amount !== 0 || entry.cash !== null || entry.refunded > 0
  return (
    <>
      {entry.erasure.askedAt !== null && (
        <Part title="Erasure request">
          <ErasureRequest entry={entry} />
        </Part>
      )}
      {(entry.bankRows.length > 0 || mayMatch) && (
        <Part title="In the bank statement">
          <EntryPayments entry={entry} mayMatch={mayMatch} />
        </Part>
      )}
      {entry.flagList.length > 0 && (
        <Part title={entry.flagList.length === 1 ? 'One flag' : `${entry.flagList.length} flags`}>
          <FlagList flags={entry.flagList} search={search} />
        </Part>
      )}
      {entry.laterCopies.length > 0 && (
        <Part title="Possible duplicate">
          {entry.laterCopies.map(({ others, group: { id, count } = { id: '', count: 0 } }) => (
            <p key={id} className="figures flex flex-wrap items-center gap-x-1.5">
              <OtherEntries others={others} search={search} />
              {count > others.length + 1 && `and ${count - others.length - 1} more`} came later with{' '}
              {describeGroup(id)}.
            </p>
          ))}
          <p>
            The first entry is not always from the person who paid. Compare them before you verify.
          </p>
        </Part>
      )}
      {hasPayment && (
        <Part title="Payment">
          {entry.cash ? (
            <CashLines entry={entry} />
          ) : (
            <>
              <Table
                columns={comparison}
                rows={compareReading(entry)}
                rowKey="name"
                tableClassName="figures table-fixed"
              />
              {entry.refunded > 0 && <CashLines entry={entry} />}
              {ocrResult && (
                <p className="mt-2 text-xs break-words text-faded">
                  {ocrResult.unreadable
                    ? unreadableMessages[ocrResult.unreadable]
                    : `Scanned by ${ocrResult.by}’s browser. It can be wrong, so check the picture.`}
                </p>
              )}
            </>
          )}
          {entry.coupon && <p className="mt-2">Coupon: {entry.coupon}</p>}
        </Part>
      )}
      <Part title="Organisers’ notes">
        <Notes entry={entry} mayNote={mayDecide} />
      </Part>
      <Part title="Details">
        <dl>
          {[
            ['Event', nameSubject(entry)],
            ['ID', entry.label],
            ['Phone', <PhoneLink key="phone" number={entry.phone} />],
            ['E-mail', entry.email],
            ...entry.facts.flatMap(({ label, value }) => (value ? [[label, value]] : [])),
            ['Submitted', `${formatMoment(entry.sentAt)} (${formatAge(entry.sentAt, now)} ago)`],
          ].map(([label, value]) => (
            <div key={String(label)} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2 py-1">
              <dt className="head pt-0.5">{label}</dt>
              <dd className="figures break-words">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <Mails entry={entry} />
        <div className="flex flex-wrap gap-x-6 [&>button]:-mx-2 [&>button]:px-2!">
          <CopyButton text={entry.email} label="Copy the e-mail address" shape="quiet" />
          {mayDecide && (
            <DialogButton
              shape="quiet"
              dialog={(close) => <CorrectDialog entry={entry} onClose={close} />}
            >
              Correct the details …
            </DialogButton>
          )}
        </div>
      </Part>
      {entry.ticket && (
        <Part title="Ticket">
          <TicketCard
            ticket={entry.ticket}
            of={entry}
            actions={mayDecide && <NewTicketButton entry={entry} ticket={entry.ticket} />}
          />
        </Part>
      )}
      {entry.members.length > 0 && (
        <Part
          title={entry.members.length === 1 ? 'Participant' : `Team of ${entry.members.length}`}
        >
          <ol className="list-decimal pl-5">
            {entry.members.map(({ name, phone, year }) => (
              <li key={`${name} ${phone} ${year}`} className="py-0.5">
                <bdi className="font-semibold">{name}</bdi>{' '}
                <span className="figures text-faded">
                  {[phone, year].filter(Boolean).join(', ')}
                </span>
              </li>
            ))}
          </ol>
        </Part>
      )}
      {entry.samePerson.length > 0 && (
        <Part title="Also from this person">
          <List rows={entry.samePerson} rowKey="id" itemClassName="">
            {(row) => (
              <Link
                href={entryAddress(row.id, search)}
                className="target grid content-center py-1 hover:underline"
              >
                <span className="flex justify-between gap-2">
                  <span className="truncate">{nameSubject(row)}</span>
                  <span className="figures">{formatAmount(row.amount)}</span>
                </span>
                <span className="flex justify-between gap-2 text-xs text-faded">
                  <StateMark entry={row} />
                  <span className="figures">{row.label}</span>
                </span>
              </Link>
            )}
          </List>
        </Part>
      )}
      <Part title="What happened">
        <Timeline entries={entry.timeline} name={entry.name} mayDecide={mayDecide} />
      </Part>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="border-t border-rule px-4 py-3">
    <h2 className="mb-1.5 text-base">{title}</h2>
    {children}
  </section>
)

export const CashLines = ({
  entry: { cash, cashTaken, refunded, held },
}: {
  entry: Pick<EntryDetails, 'cash' | 'cashTaken' | 'refunded' | 'held'>
}) => {
  const unitemised = cash ? [{ at: '', amount: toPaise(cash.amount), by: cash.by }] : []
  const takings = cashTaken.length > 0 ? cashTaken : unitemised
  return (
    <div className="figures break-words">
      {takings.map(({ at, amount, by }) => (
        <p key={at}>
          Cash <b>{formatPaise(amount)}</b>
          {by && ` collected by ${by}`}
        </p>
      ))}
      {refunded > 0 && (
        <p>
          <b>{formatPaise(refunded)}</b> refunded
        </p>
      )}
      {(refunded > 0 || takings.length > 1) && (
        <p>
          Held now: <b>{formatPaise(Math.max(0, held))}</b>
        </p>
      )}
    </div>
  )
}

/** With fewer decisions, the percentage of correct flags means nothing. */
const minSampleSize = 5

const OtherEntries = ({ others, search }: Pick<Flag, 'others'> & { search: string }) =>
  others.map(({ id, label }) => (
    <Link key={id} href={entryAddress(id, search)} className="press">
      {label}
    </Link>
  ))

const FlagList = ({ flags, search }: { flags: readonly Flag[]; search: string }) => (
  <ul className="grid gap-2">
    {flags.map(({ kind, detail, others, group, confirmed }) => (
      <li key={`${kind} ${detail}`} className="border-l-4 border-artery bg-paper px-3 py-2">
        <p className="font-semibold">{flagWords[kind]}</p>
        <p>{detail}</p>
        {others.length > 0 && (
          <p className="figures flex flex-wrap items-center gap-x-3">
            See
            <OtherEntries others={others} search={search} />
          </p>
        )}
        {group && group.count > others.length + 1 && (
          <p className="figures">
            <Link href={toQueue({ group: group.id })} className="press font-semibold">
              All {formatNumber(group.count)} entries with {describeGroup(group.id)}
            </Link>
          </p>
        )}
        {confirmed.of >= minSampleSize && (
          <p className="figures text-xs text-faded">
            This kind of flag has been right {confirmed.times} out of {confirmed.of} times so far.
          </p>
        )}
      </li>
    ))}
  </ul>
)

const Nothing = () => (
  <span className="font-normal text-faded">
    <span aria-hidden="true">–</span>
    <span className="sr-only">nothing</span>
  </span>
)

const comparison: readonly Column<Comparison>[] = [
  ['', ({ name }) => name, 'head w-20 align-top'],
  [
    'Expected',
    ({ expected }) => (expected ? <b className="font-semibold">{expected}</b> : <Nothing />),
    'align-top break-words',
  ],
  [
    'On the picture',
    ({ read, isSame }) => (
      <>
        {read || <Nothing />}
        {isSame === true && (
          <b className="ml-1.5 text-lymph">
            <span aria-hidden="true">✓</span> the same
          </b>
        )}
        {isSame === false && (
          <b className="ml-1.5 text-artery">
            <span aria-hidden="true">≠</span> differs
          </b>
        )}
      </>
    ),
    'align-top break-words',
  ],
]
