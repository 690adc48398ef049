import { useState } from 'react'
import { findSubject } from '../../../festival/content/catalogue'
import { formatStoredDay } from '../../../festival/content/slot'
import { nameTier } from '../../../festival/content/stored-names'
import { mostMembers, subjectPath } from '../../../festival/content/subject'
import type { FormKind } from '../../../festival/forms/api'
import { formatRupees } from '../../../festival/payment/fee'
import { Button } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { useSubjects } from '../../festival'
import { useOffers } from '../../moment'
import { Link, textLinkLook } from '../../navigation/link'
import { findId } from '../../receipts'
import { RefusedAddress } from '../../refused-address'
import { isOfKind, type KeptReceipt, readReceipts, removeReceipt } from './receipts'

/** Receipts from earlier versions may lack some facts. `pass` is the Delegate Pass ID. */
const describe = (entry: KeptReceipt<FormKind>) => {
  if (isOfKind(entry, 'delegate-pass')) {
    const { registration_id, tier, delegate_id: pass, name, amount } = entry.receipt
    return {
      title: `Delegate pass ${nameTier(tier)}`,
      amount,
      pass,
      facts: { 'Registration ID': registration_id, Name: name },
    }
  }
  if (isOfKind(entry, 'registration')) {
    const { event, event_name: title, team, amount } = entry.receipt
    const subject = findSubject(event)
    return {
      title,
      href: subject && subjectPath(subject),
      amount,
      facts: { Team: team.join(', ') },
    }
  }
  if (!isOfKind(entry, 'accommodation')) {
    return { title: '', facts: {} }
  }
  const { check_in, check_out, name } = entry.receipt
  return {
    title: 'Room',
    facts: { Stay: `${formatStoredDay(check_in)} to ${formatStoredDay(check_out)}`, Name: name },
  }
}

const Receipt = ({ entry, onChange }: { entry: KeptReceipt<FormKind>; onChange: () => void }) => {
  const { receipt } = entry
  const id = findId(receipt) ?? ''
  const { title, href, amount, pass, facts } = describe(entry)
  const { findAvailability } = useOffers()
  const subjects = useSubjects()
  const event = isOfKind(entry, 'registration') ? entry.receipt.event : undefined
  const subject = subjects.find(({ key }) => key === event)
  const canChangeTeam =
    subject !== undefined &&
    mostMembers(subject.teamSize) > 1 &&
    findAvailability(subject) === 'open'
  const checkPath = `/did-it-arrive#${id}`
  const rows = {
    ...facts,
    'E-mail': receipt.email,
    Amount: amount ? formatRupees(amount) : undefined,
    'Payment reference': receipt.payment_reference,
  }
  return (
    <li className="border border-line bg-leaf px-5 py-4">
      <h3 className="text-lg">
        <Link href={href} className="underline underline-offset-4">
          {title}
        </Link>
      </h3>
      {pass && <p className="caption">Delegate Pass ID</p>}
      <p className="figures text-2xl font-semibold">{pass ?? id}</p>
      <dl className="mt-2 text-sm">
        {Object.entries(rows).map(([name, value]) =>
          value ? (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-faded">{name}:</dt>
              <dd className="figures min-w-0 break-words">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <p className="mt-1 flex flex-wrap gap-x-6 text-sm print:hidden">
        <Link href={checkPath} className={`font-semibold ${textLinkLook}`}>
          Check my registration
        </Link>
        {receipt.ticket && amount !== 0 && (
          <Link href={receipt.ticket} className={`font-semibold ${textLinkLook}`}>
            Show the ticket
          </Link>
        )}
        {canChangeTeam && (
          <Link href={checkPath} className={`font-semibold ${textLinkLook}`}>
            Change the team
          </Link>
        )}
      </p>
      <RefusedAddress kind={entry.kind} receipt={receipt} onCorrected={onChange} />
      <div className="mt-3 flex flex-wrap items-center gap-3 print:hidden">
        <CopyButton text={pass ?? id} label={pass ? 'Copy the Delegate Pass ID' : `Copy ${id}`} />
        <Removal
          onRemove={() => {
            removeReceipt(entry.key)
            onChange()
          }}
        />
      </div>
    </li>
  )
}

const Removal = ({ onRemove }: { onRemove: () => void }) => {
  const [isAsking, setIsAsking] = useState(false)
  if (!isAsking) {
    return (
      <button
        type="button"
        className="min-h-11 font-semibold underline decoration-line underline-offset-4 hover:decoration-ink"
        onClick={() => setIsAsking(true)}
      >
        Remove from this device
      </button>
    )
  }
  return (
    <>
      <p role="status" className="text-sm">
        We keep what you sent. Remove it from this device?
      </p>
      <Button shape="secondary" autoFocus onClick={onRemove}>
        Yes, remove it
      </Button>
      <Button shape="secondary" onClick={() => setIsAsking(false)}>
        Keep it
      </Button>
    </>
  )
}

export const ReceiptList = () => {
  const [, setChanges] = useState(0)
  const entries = (['delegate-pass', 'registration', 'accommodation'] as const).flatMap(
    (kind): KeptReceipt<FormKind>[] => readReceipts(kind),
  )
  if (entries.length === 0) {
    return null
  }
  return (
    <section className="mt-3" aria-labelledby="receipts">
      <h2 id="receipts" className="font-semibold">
        Sent from this device
      </h2>
      <p className="measure text-sm text-faded">
        Saved only on this device; anyone using it can see this. Registrations from other devices
        are not shown. We check each payment and e-mail you.
      </p>
      <ul className="mt-4 grid gap-4 md:grid-cols-2">
        {entries.map((entry) => (
          <Receipt
            key={entry.key}
            entry={entry}
            onChange={() => setChanges((count) => count + 1)}
          />
        ))}
      </ul>
    </section>
  )
}
