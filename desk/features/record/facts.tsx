import type { ReactNode } from 'react'
import type { SubmissionRecord } from '../../../festival/desk/record'
import { CopyButton } from '../../../ui/copy-button'
import { PhoneLink } from '../../../ui/phone-link'
import { Link, recordAddress } from '../../address'
import { writeAge, writeMoment, writeRupees } from '../../words'
import { RecordRows, useMayTie } from '../bank/record-rows'
import { subjectWords } from '../queue/queue-row'
import { StateMark } from '../queue/state-mark'
import { readingOf, unreadableWords } from './compare-evidence'
import { ComparisonTable } from './comparison-table'
import { Confirmation } from './confirmation'
import { FlagList } from './flag-list'
import { Timeline } from './timeline'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="border-t border-rule px-4 py-3">
    <h2 className="mb-1.5 text-base">{title}</h2>
    {children}
  </section>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2 py-1">
    <dt className="head pt-0.5">{label}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)

/** "Cash, ₹600, taken by asha@…". */
export const CashLine = ({ cash: { amount, by } }: { cash: NonNullable<SubmissionRecord['cash']> }) => (
  <span className="break-words">
    Cash, <b className="figures">{writeRupees(amount)}</b>
    {by && `, taken by ${by}`}
  </span>
)

/** Who read the picture, or why nothing was. */
const Reading = ({ record }: { record: SubmissionRecord }) => {
  const reading = readingOf(record)
  if (!reading) return null
  const { unreadable, by } = reading
  return (
    <p className="mt-2 text-xs break-words text-faded">
      {unreadable ? unreadableWords[unreadable] : `Read by the browser of ${by}, which may err: look at the picture.`}
    </p>
  )
}

const Bank = ({ record }: { record: SubmissionRecord }) => {
  const mayTie = useMayTie(record)
  if (record.bankRows.length === 0 && !mayTie) return null
  return (
    <Part title="On the bank’s statement">
      <RecordRows record={record} mayTie={mayTie} />
    </Part>
  )
}

/** Everything that is known of a record beside its proof. */
export const Facts = ({
  record,
  search,
  now,
  mayTakeBack,
}: {
  record: SubmissionRecord
  search: string
  now: number
  mayTakeBack: boolean
}) => (
  <>
    <Bank record={record} />
    {record.flagList.length > 0 && (
      <Part title={record.flagList.length === 1 ? 'One flag' : `${record.flagList.length} flags`}>
        <FlagList flags={record.flagList} search={search} />
      </Part>
    )}
    <Part title="Payment">
      {record.cash ? (
        <p className="figures">
          <CashLine cash={record.cash} />
        </p>
      ) : (
        <>
          <ComparisonTable record={record} />
          <Reading record={record} />
        </>
      )}
      {record.coupon && <p className="mt-2">Coupon: {record.coupon}</p>}
    </Part>
    <Part title="Registrant">
      <dl>
        <Fact label="Event">{subjectWords(record)}</Fact>
        <Fact label="ID">
          <span className="figures">{record.label}</span>
        </Fact>
        <Fact label="Phone">
          <PhoneLink number={record.phone} />
        </Fact>
        <Fact label="E-mail">
          <span className="break-all">{record.email}</span>
        </Fact>
        {record.facts.map(({ label, value }) => (
          <Fact key={label} label={label}>
            <bdi>{value}</bdi>
          </Fact>
        ))}
        <Fact label="Sent">
          <span className="figures">
            {writeMoment(record.sentAt)} ({writeAge(record.sentAt, now)} ago)
          </span>
        </Fact>
      </dl>
      <Confirmation record={record} />
      <CopyButton text={record.email} label="Copy the e-mail address" shape="quiet" />
    </Part>
    {record.members.length > 0 && (
      <Part title={record.members.length === 1 ? 'Participant' : `Team of ${record.members.length}`}>
        <ol className="list-decimal pl-5">
          {record.members.map(({ name, phone, year }) => (
            <li key={`${name} ${phone} ${year}`} className="py-0.5">
              <bdi className="font-semibold">{name}</bdi>{' '}
              <span className="figures text-faded">{[phone, year].filter(Boolean).join(', ')}</span>
            </li>
          ))}
        </ol>
      </Part>
    )}
    {record.samePerson.length > 0 && (
      <Part title="Also from this person">
        <ul>
          {record.samePerson.map((row) => (
            <li key={row.id} className="border-b border-rule last:border-0">
              <Link href={recordAddress(row.id, search)} className="target grid content-center py-1 hover:underline">
                <span className="flex justify-between gap-2">
                  <span className="truncate">{subjectWords(row)}</span>
                  <span className="figures">{writeRupees(row.amount)}</span>
                </span>
                <span className="flex justify-between gap-2 text-xs text-faded">
                  <StateMark of={row} />
                  <span className="figures">{row.label}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Part>
    )}
    <Part title="What happened">
      <Timeline entries={record.timeline} name={record.name} mayTakeBack={mayTakeBack} />
    </Part>
  </>
)
