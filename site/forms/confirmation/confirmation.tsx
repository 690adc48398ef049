import { type ReactNode, useEffect, useRef } from 'react'
import { Button, buttonLook } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { Link } from '../../navigation/link'
import { Plate } from '../../plate'

/** The payment reference as a row of the last screen, where one was sent. */
export const referenceRow = ({ payment_reference: reference }: { payment_reference: string }): [string, string][] =>
  reference === '' ? [] : [['Payment reference', reference]]

/**
 * The last screen of a form: the id that the registrant holds, what was registered, and ways to keep it. It takes the
 * focus, so that a screen reader begins with the good news.
 */
export const Confirmation = ({
  plate,
  title,
  intro,
  idLabel,
  id,
  rows,
  below,
  refused,
  onSaveCalendar,
  next,
  children,
}: {
  /** The key of the plate that it carries, as a ticket does. */
  plate: string
  title: string
  intro: ReactNode
  idLabel: string
  id: string
  /** What must catch the eye right after the id. */
  below?: ReactNode
  /** Where the mail server refuses the address: how to correct it. */
  refused?: ReactNode
  /** Names and values. */
  rows: readonly (readonly [string, string])[]
  /** Where there are times to keep. */
  onSaveCalendar?: () => void
  /** The way on, where there is a better one than home. */
  next?: ReactNode
  /** Further actions. */
  children?: ReactNode
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  const text = [[idLabel, id], ...rows].map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <section className="mx-auto max-w-[40rem] border border-line bg-leaf px-5 py-8 sm:px-10">
      <div className="group items-center gap-x-8 sm:flex">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-2xl sm:text-3xl">
            {title}
          </h1>
          <div className="mt-3">{intro}</div>
        </div>
        <Plate of={plate} className="mx-auto mt-4 w-40 shrink-0" />
      </div>
      <p className="mt-6 border-y border-accent py-4">
        <span className="caption block">{idLabel}</span>
        {/* The twelve digits of a pass stay on one line of a phone. */}
        <strong className={`figures font-semibold sm:text-4xl ${id.length > 12 ? 'text-2xl' : 'text-3xl'}`}>
          {id}
        </strong>
      </p>
      {refused}
      {below}
      <div className="mt-5 border-l-2 border-accent pl-4">
        <h2 className="text-xl">What happens next</h2>
        <p className="mt-1">
          We compare your payment with the money we receive and e-mail you: that it is verified, or what to correct. You
          need not do anything.
        </p>
        <p className="text-sm print:hidden">
          To see the status at any time:{' '}
          <Link href="/did-it-arrive" className="inline-flex min-h-11 items-center underline underline-offset-4">
            Check my registration
          </Link>
        </p>
      </div>
      <dl className="mt-4">
        {rows.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2">
            <dt className="text-faded">{name}</dt>
            <dd className="figures min-w-0 break-words font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-8 flex flex-wrap gap-3 print:hidden">
        {next}
        <Link href="/" className={buttonLook(next ? 'secondary' : 'primary')}>
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
        {children}
      </div>
    </section>
  )
}
