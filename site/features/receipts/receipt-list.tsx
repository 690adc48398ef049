import { type ReactNode, useState } from 'react'
import type { FormKind, Forms } from '../../../festival/api'
import { findSubject } from '../../../festival/catalogue'
import { formatRupees } from '../../../festival/fee'
import { type Day, formatShortDay } from '../../../festival/slot'
import { nameTier } from '../../../festival/stored-names'
import { subjectPath } from '../../../festival/subject'
import { Button } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { RefusedAddress } from '../../forms/confirmation/refused-address'
import { Link } from '../../navigation/link'
import { readReceipts, removeReceipt } from './read-receipts'

/** "Wed 8 Oct" from `2025-10-08`. */
const formatStay = (day: string): string => {
  const [year, month, date] = day.split('-')
  return formatShortDay(`${Number(year)}-${month}-${date}` satisfies Day)
}

/** One receipt: what it is for, the id, whatever else is known, and its removal after asking in place. */
const Receipt = ({
  id,
  title,
  facts,
  refused,
  onRemove,
}: {
  id: string
  title: ReactNode
  facts: readonly (readonly [string, string | undefined])[]
  /** Where the mail server refuses its address: how to correct it. */
  refused?: ReactNode
  onRemove: () => void
}) => {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <li className="border border-line bg-leaf px-5 py-4">
      <h3 className="text-xl">{title}</h3>
      <p className="figures text-2xl font-semibold">{id}</p>
      <dl className="mt-2 text-sm">
        {facts.map(([name, value]) =>
          value ? (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-faded">{name}:</dt>
              <dd className="figures min-w-0 break-words">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {refused}
      <div className="mt-3 flex flex-wrap items-center gap-3 print:hidden">
        <CopyButton text={id} label={`Copy ${id}`} />
        {isAsking ? (
          <>
            <p role="status" className="text-sm">
              What you sent stays with us. Remove it from this device?
            </p>
            <Button shape="secondary" autoFocus onClick={onRemove}>
              Yes, remove it
            </Button>
            <Button shape="secondary" onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <Button shape="quiet" onClick={() => setIsAsking(true)}>
            Remove from this device
          </Button>
        )}
      </div>
    </li>
  )
}

const formatAmount = (amount: number | null | undefined) => (amount ? formatRupees(amount) : undefined)

const titleOf = (event: string, name: string) => {
  const subject = findSubject(event)
  if (!subject) return name
  return (
    <Link href={subjectPath(subject)} className="underline underline-offset-4">
      {name}
    </Link>
  )
}

/** The registrations, passes and rooms that were sent from this device, kept on it alone (behaviour 5.52). */
export const ReceiptList = () => {
  const [, setChanged] = useState(0)
  const again = () => setChanged((count) => count + 1)
  const correct = <Kind extends FormKind>(kind: Kind, receipt: Forms[Kind]['receipt'] & { email: string }) =>
    receipt.confirmation === 'refused' && <RefusedAddress kind={kind} receipt={receipt} onCorrected={again} />
  const remove = (key: string) => () => {
    removeReceipt(key)
    again()
  }
  const passes = readReceipts('delegate-pass')
  const registrations = readReceipts('registration')
  const rooms = readReceipts('accommodation')
  if (passes.length + registrations.length + rooms.length === 0) return null
  return (
    <section className="mt-8" aria-labelledby="receipts">
      <h2 id="receipts" className="text-2xl">
        Sent from this device
      </h2>
      <p className="measure mt-1 text-sm text-faded">
        Kept on this device alone, for whoever uses it. What was sent from another one is not listed. We check each
        payment and e-mail you.
      </p>
      <ul className="mt-4 grid gap-4 md:grid-cols-2">
        {passes.map(({ key, receipt }) => (
          <Receipt
            key={key}
            id={receipt.registration_id}
            title={`Delegate pass ${nameTier(receipt.tier)}`}
            facts={[
              ['Delegate Pass ID', receipt.delegate_id],
              ['Name', receipt.name],
              ['E-mail', receipt.email],
              ['Amount', formatAmount(receipt.amount)],
              ['Payment reference', receipt.payment_reference],
            ]}
            refused={correct('delegate-pass', receipt)}
            onRemove={remove(key)}
          />
        ))}
        {registrations.map(({ key, receipt }) => (
          <Receipt
            key={key}
            id={receipt.registration_id}
            title={titleOf(receipt.event, receipt.event_name)}
            facts={[
              ['Team', receipt.team.join(', ')],
              ['E-mail', receipt.email],
              ['Amount', formatAmount(receipt.amount)],
              ['Payment reference', receipt.payment_reference],
            ]}
            refused={correct('registration', receipt)}
            onRemove={remove(key)}
          />
        ))}
        {rooms.map(({ key, receipt }) => (
          <Receipt
            key={key}
            id={receipt.request_id}
            title="Room"
            facts={[
              ['Stay', `${formatStay(receipt.check_in)} to ${formatStay(receipt.check_out)}`],
              ['Name', receipt.name],
              ['E-mail', receipt.email],
              ['Payment reference', receipt.payment_reference],
            ]}
            refused={correct('accommodation', receipt)}
            onRemove={remove(key)}
          />
        ))}
      </ul>
    </section>
  )
}
