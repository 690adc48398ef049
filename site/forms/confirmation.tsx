import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { checkTimeWords } from '../../festival/content/help-desk'
import type { FormKind, Forms, Receipt } from '../../festival/forms/api'
import { formatRupees } from '../../festival/payment/fee'
import { Button, buttonClasses } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Link } from '../navigation/link'
import { loadPart } from '../navigation/retry-import'
import { Plate } from '../plate'
import { findId } from '../receipts'

export type Fact = readonly [name: string, value: string]

export const FactList = ({
  facts,
  className = '',
}: {
  facts: readonly Fact[]
  className?: string
}) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name} className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2">
        <dt className="text-faded">{name}</dt>
        <dd className="figures min-w-0 break-words font-semibold">{value}</dd>
      </div>
    ))}
  </dl>
)

const MailWords = ({ receipt, noun }: { receipt: Receipt; noun: string }) => {
  const address = <span className="break-words font-semibold">{receipt.email}</span>
  if (receipt.confirmation === 'refused') {
    return (
      <>
        We could not deliver the confirmation e-mail: the mail server refuses {address}. Your {noun}{' '}
        is saved; please keep this ID and correct the address below.
      </>
    )
  }
  if (receipt.confirmation !== 'queued') {
    return <>A confirmation is on its way to {address}.</>
  }
  return (
    <>
      Your confirmation e-mail to {address} is on its way; it can take a while today. Your {noun} is
      saved.
    </>
  )
}

const lazyRefusedAddress = <Kind extends FormKind>() =>
  lazy(async () => ({
    default: (await loadPart(() => import('../refused-address'))).RefusedAddress<Kind>,
  }))

/**
 * The last screen of a form. The screen takes the focus, so that a screen reader starts with the
 * title.
 */
export const Confirmation = <Kind extends FormKind>({
  kind,
  receipt,
  amount,
  plate,
  title,
  intro,
  noun = 'registration',
  idLabel,
  id = findId(receipt) ?? '',
  facts,
  below,
  onCorrected,
  onSaveCalendar,
  next,
  news,
  change,
  paymentStatus = 'being checked',
}: {
  kind: Kind
  receipt: Forms[Kind]['receipt']
  /** The amount paid, in rupees; null if nothing was paid. */
  amount: number | null
  plate: string
  title: string
  intro: string
  noun?: string
  idLabel: string
  id?: string
  facts: readonly Fact[]
  below?: ReactNode
  onCorrected: (receipt: Forms[Kind]['receipt']) => void
  onSaveCalendar?: (() => void) | undefined
  /** A link that is more useful than the one to the home page. */
  next?: ReactNode
  /** Replaces the sentence about the payment check. */
  news?: string | undefined
  /** How to change the entry later, if possible. */
  change?: string | undefined
  paymentStatus?: string | undefined
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const [RefusedAddress] = useState(lazyRefusedAddress<Kind>)
  const { confirmation, email, payment_reference: reference } = receipt
  // A corrected address changes `confirmation`; the screen then scrolls up and takes the focus
  // again.
  useEffect(() => {
    if (!confirmation) {
      return
    }
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [confirmation])
  const rows: Fact[] = [...facts, ['E-mail', email]]
  if (amount !== null) {
    rows.push(['Payment', `${formatRupees(amount)}, ${paymentStatus}`])
  }
  if (reference !== '') {
    rows.push(['Payment reference', reference])
  }
  const text = [[idLabel, id], ...rows].map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <section className="mx-auto max-w-[40rem] border border-line bg-leaf px-5 py-8 sm:px-10">
      <div className="group items-center gap-x-8 sm:flex">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-2xl sm:text-3xl">
            {title}
          </h1>
          <p className="mt-3">
            {intro} <MailWords receipt={receipt} noun={noun} />
          </p>
        </div>
        <Plate of={plate} className="mx-auto mt-4 w-40 shrink-0" />
      </div>
      <p className="mt-6 border-y border-accent py-4">
        <span className="caption block">{idLabel}</span>
        {/* The 12 digits of an ID must fit on one line on a phone. */}
        <strong
          className={`figures font-semibold sm:text-4xl ${id.length > 12 ? 'text-2xl' : 'text-3xl'}`}
        >
          {id}
        </strong>
      </p>
      {confirmation === 'refused' && (
        <Suspense>
          <RefusedAddress kind={kind} receipt={receipt} onCorrected={onCorrected} />
        </Suspense>
      )}
      {below}
      <div className="mt-5 border-l-2 border-accent pl-4">
        <h2 className="text-xl">What happens next</h2>
        <p className="mt-1">
          {news ??
            `We’ll check your payment and e-mail you: verified, or what to correct. ${checkTimeWords}`}
        </p>
        {change && <p className="mt-2">{change}</p>}
        <p className="mt-2 text-sm print:hidden">
          To see the status at any time:{' '}
          <Link
            href="/did-it-arrive"
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Check my registration
          </Link>
        </p>
      </div>
      <FactList facts={rows} className="mt-4" />
      <div className="mt-8 flex flex-wrap gap-3 print:hidden">
        {next}
        <Link href="/" className={buttonClasses(next ? 'secondary' : 'primary')}>
          Back to Home
        </Link>
        <CopyButton text={text} label="Copy" />
        <Button shape="secondary" onClick={() => window.print()}>
          Print
        </Button>
        {onSaveCalendar && (
          <Button shape="secondary" onClick={onSaveCalendar}>
            Add to calendar
          </Button>
        )}
      </div>
    </section>
  )
}
