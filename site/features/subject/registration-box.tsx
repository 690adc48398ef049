import { lunch } from '#edition/lunch'
import { statusWords } from '../../../festival/availability'
import { formatFee, formatRupees } from '../../../festival/fee'
import { dayOf, formatDay, formatHours } from '../../../festival/slot'
import { registrationPath, type Subject } from '../../../festival/subject'
import { Button, buttonLook } from '../../../ui/button'
import { useAvailability } from '../../moment'
import { Link } from '../../navigation/link'
import { Fact } from './facts'

const FeeFacts = ({ subject }: { subject: Subject }) => {
  const { fee } = subject
  if (subject.feeAnnounced === false) return null
  if (fee.per === 'member-count')
    return (
      <>
        <Fact name="Single member">{formatRupees(fee.single)}</Fact>
        <Fact name={`Team of ${subject.teamSize}`}>{formatRupees(fee.team)}</Fact>
      </>
    )
  return <Fact name="Fee">{formatFee(fee, subject.teamSize)}</Fact>
}

const Action = ({ subject, onSoon }: { subject: Subject; onSoon: (() => void) | undefined }) => {
  const availability = useAvailability()(subject)
  const { button } = statusWords[availability]
  if (availability === 'open')
    return (
      <Link href={registrationPath(subject)} className={`${buttonLook()} w-full`}>
        {button}
      </Link>
    )
  if (availability === 'with-pass')
    return (
      <Link href="/delegate-pass" className={`${buttonLook('secondary')} w-full`}>
        {button}
      </Link>
    )
  // Who presses it hears that it opens soon.
  if (availability === 'soon' && onSoon)
    return (
      <Button className="w-full" onClick={onSoon}>
        {statusWords.open.button}
      </Button>
    )
  return (
    <Button disabled className="w-full">
      {button}
    </Button>
  )
}

/** When, for how much, for what prize, and the way in: the box that every event and workshop page has (behaviour 2.2). */
export const RegistrationBox = ({
  subject,
  notes,
  onSoon,
}: {
  subject: Subject
  notes: readonly string[]
  onSoon?: () => void
}) => (
  <aside aria-label="Registration" className="border border-line bg-leaf p-5">
    <dl className="text-sm">
      {subject.slots.map((time) => (
        <Fact key={time.start} name={time.label ?? 'When'}>
          {formatDay(dayOf(time.start))}
          <br />
          {formatHours(time)}
        </Fact>
      ))}
      <FeeFacts subject={subject} />
      {subject.prize !== undefined && <Fact name="Prize Worth">{formatRupees(subject.prize)}</Fact>}
      {subject.teamSize > 1 && <Fact name="Team">At most {subject.teamSize} members</Fact>}
    </dl>
    <ul className="mt-4 space-y-1 text-sm">
      {subject.lunch && <li className="font-semibold">{lunch.included}</li>}
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
    <div className="mt-5 space-y-3">
      <Action subject={subject} onSoon={onSoon} />
      <Link href="/accommodation" className={`${buttonLook('secondary')} w-full`}>
        Get Accommodation
      </Link>
    </div>
  </aside>
)
