import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { checkTimeWords } from '../festival/content/help-desk'
import type { FormKind, Forms, Receipt } from '../festival/forms/api'
import { formatRupees } from '../festival/payment/fee'
import { Button, buttonClasses } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { WhatsAppLink } from '../ui/whatsapp-link'
import { type Fact, FactList } from './forms/fact-list'
import { Link, textLinkLook } from './navigation/link'
import { loadPart } from './navigation/retry-import'
import { Plate } from './plate'
import { findId } from './receipts'

const MailWords = ({
  receipt,
  noun,
  isFinal,
}: {
  receipt: Receipt
  noun: string
  /** False if the e-mail asks the participant to confirm, or if the organisers decide later. */
  isFinal: boolean
}) => {
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
    return (
      <>
        {isFinal ? 'A confirmation' : 'An e-mail'} is on its way to {address}.
      </>
    )
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
    default: (await loadPart(() => import('./refused-address'))).RefusedAddress<Kind>,
  }))

const clockSign = 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2'

const buttonGrid = 'mt-4 grid grid-cols-2 gap-2 print:hidden'

/** Not every browser can share, so WhatsApp has a link of its own. */
const ShareButtons = ({ text, isTeam }: { text: string; isTeam: boolean }) => {
  const canShare = isTeam && typeof navigator === 'object' && 'share' in navigator
  return (
    <>
      {canShare && (
        // Rejected if the visitor closes the menu.
        <Button
          className="col-span-2 sm:col-span-1"
          onClick={() => void navigator.share({ text }).catch(() => undefined)}
        >
          Share with the team
        </Button>
      )}
      <WhatsAppLink
        text={text}
        shape={canShare ? 'secondary' : 'primary'}
        className={`col-span-2 ${canShare ? 'sm:col-span-1' : ''}`}
      />
    </>
  )
}

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
  name,
  when,
  place,
  facts,
  below,
  onCorrected,
  onSaveCalendar,
  next,
  news,
  change,
  team = [],
  isTicketReady = true,
  paymentStatus = 'being checked',
  status = amount ? `Payment ${paymentStatus}` : 'Being checked',
}: {
  kind: Kind
  receipt: Forms[Kind]['receipt']
  /** The amount paid, in rupees; null if a pass covers the fee, 0 if the event is free. */
  amount: number | null
  plate: string
  title: string
  intro: string
  noun?: string
  idLabel: string
  id?: string
  /** The title of the ticket, for example the event's name. */
  name: string
  /** One line for each session. */
  when: readonly string[]
  /** Empty if it is not announced yet. */
  place: string
  facts: readonly Fact[]
  below?: ReactNode
  onCorrected: (receipt: Forms[Kind]['receipt']) => void
  onSaveCalendar?: (() => void) | undefined
  /** A link that is more useful than the one to the home page. */
  next?: ReactNode
  /** Replaces the sentence about the payment check. */
  news?: string | undefined
  /** How to change the team later, if possible. */
  change?: string | undefined
  /** Sent to the other members of a team. */
  team?: readonly string[]
  /** False hides the ticket and sharing until a free entry is verified. */
  isTicketReady?: boolean
  paymentStatus?: string | undefined
  status?: string | undefined
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const ticket = useRef<HTMLDivElement>(null)
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
  if (amount) {
    rows.push(['Payment', `${formatRupees(amount)}, ${paymentStatus}`])
  }
  if (reference !== '') {
    rows.push(['Payment reference', reference])
  }
  const isTeam = team.length > 1
  const ticketPath = isTicketReady ? receipt.ticket : undefined
  const canShare = isTicketReady && (isTeam || ticketPath !== undefined)
  const save = async () => {
    const shown = ticket.current?.querySelector('.plate')
    if (shown) {
      const { saveTicket } = await loadPart(() => import('./save-ticket'))
      const members = isTeam ? [team.join(', ')] : []
      const lines = [...members, ...when, place, status].filter((line) => line !== '')
      await saveTicket({ id, idLabel, title: name, lines }, plate, shown)
    }
  }
  const sharedLines = [name, ...when, place, `${idLabel}: ${id}`]
  if (isTeam) {
    sharedLines.push(`Team: ${team.join(', ')}`)
  }
  if (ticketPath) {
    sharedLines.push(`Ticket: ${new URL(ticketPath, window.location.href).href}`)
  }
  const checkPath = `/did-it-arrive#${findId(receipt)}`
  const text = [[idLabel, id], ...rows].map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <section className="mx-auto max-w-[40rem] border border-line bg-leaf px-5 py-8 sm:px-10">
      <h1 ref={heading} tabIndex={-1} className="text-2xl sm:text-3xl">
        {title}
      </h1>
      <p className="mt-2">
        {intro} <MailWords receipt={receipt} noun={noun} isFinal={isTicketReady} />
      </p>
      <div ref={ticket} className="group mt-6 border border-l-4 border-accent bg-paper px-3 py-3">
        <div className="flex items-start justify-between gap-x-4">
          <div className="min-w-0">
            <p className="font-display text-lg font-medium">{name}</p>
            <ul className="figures mt-1 space-y-1 text-sm">
              {when.map((line) => (
                <li key={line}>{line}</li>
              ))}
              {place && <li>{place}</li>}
            </ul>
          </div>
          <Plate of={plate} className="w-20 shrink-0 sm:w-28" />
        </div>
        <p className="mt-3 border-t border-rule pt-2">
          <span className="caption block">{idLabel}</span>
          {/* The 12 digits of an ID must fit on one line on a phone. */}
          <strong
            className={`figures font-semibold sm:text-4xl ${id.length > 12 ? 'text-2xl' : 'text-3xl'}`}
          >
            {id}
          </strong>
        </p>
        <p className="mt-2 flex items-center gap-2 font-semibold">
          <Icon
            path={clockSign}
            className="size-5 shrink-0 fill-none stroke-accent stroke-[1.75]"
          />
          {status}
        </p>
      </div>
      {confirmation === 'refused' && (
        <Suspense>
          <RefusedAddress kind={kind} receipt={receipt} onCorrected={onCorrected} />
        </Suspense>
      )}
      {below}
      <div className={buttonGrid}>
        {canShare && (
          <ShareButtons
            text={sharedLines.filter((line) => line !== '').join('\n')}
            isTeam={isTeam}
          />
        )}
        {ticketPath && (
          <Link href={ticketPath} className={`${buttonClasses('secondary')} col-span-2`}>
            Show the ticket
          </Link>
        )}
        <Button shape="secondary" className="px-1!" onClick={() => void save()}>
          Save as picture
        </Button>
        {onSaveCalendar && (
          <Button shape="secondary" className="px-1!" onClick={onSaveCalendar}>
            Add to calendar
          </Button>
        )}
      </div>
      <div className="mt-6 border-l-2 border-accent pl-4">
        <h2 className="text-xl">What happens next</h2>
        <p className="mt-1">
          {news ??
            `We’ll check your payment and e-mail you: verified, or what to correct. ${checkTimeWords}`}
        </p>
        {change && (
          <>
            <p className="mt-2 print:hidden">
              <Link href={checkPath} className={`font-semibold ${textLinkLook}`}>
                Change the team until registration closes
              </Link>
            </p>
            <p className="text-sm">{change}</p>
          </>
        )}
        <p className="mt-2 text-sm print:hidden">
          To see the status at any time:{' '}
          <Link
            href={checkPath}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Check my registration
          </Link>
          . It is also in{' '}
          <Link
            href="/my-festival"
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            My festival
          </Link>{' '}
          on this device.
        </p>
      </div>
      <FactList facts={rows} className="mt-4" />
      <div className={buttonGrid}>
        <CopyButton text={text} label="Copy the details" />
        <Button shape="secondary" onClick={() => window.print()}>
          Print
        </Button>
        {next}
        <Link
          href="/"
          className={`${buttonClasses(next || canShare ? 'quiet' : 'primary')} ${next ? '' : 'col-span-2'}`}
        >
          Back to Home
        </Link>
      </div>
    </section>
  )
}
