import { lunch } from '#edition/identity'
import { type Availability, type Offers, statusWords } from '../../../festival/availability'
import { formatRupees, formatTotal } from '../../../festival/fee'
import { dayOf, endOf, formatDay, formatHours, formatTime, type Slot } from '../../../festival/slot'
import { registrationPath, type Subject } from '../../../festival/subject'
import { Button, buttonLook } from '../../../ui/button'
import { passPrices } from '../../built'
import { useOffers } from '../../moment'
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
  return <Fact name="Fee">{formatTotal(subject, passPrices)}</Fact>
}

/** The day of a session; of one that has begun how it stands, in as many lines. */
const tellDay = (time: Slot, { isPast }: Offers): string => {
  if (!isPast(time.start)) return formatDay(dayOf(time.start))
  if (isPast(endOf(time))) return 'Ended'
  return time.part ? 'Running now' : `Running since ${formatTime(time.start)}`
}

const Action = ({
  subject,
  availability,
  onSoon,
}: {
  subject: Subject
  availability: Availability
  onSoon: (() => void) | undefined
}) => {
  const { button } = statusWords[availability]
  const isOpen = availability === 'open'
  if (isOpen || availability === 'with-pass')
    return (
      <Link
        href={isOpen ? registrationPath(subject) : '/delegate-pass'}
        className={`${buttonLook(isOpen ? 'primary' : 'secondary')} w-full`}
      >
        {button}
      </Link>
    )
  // Who presses it hears that it opens soon.
  const opensSoon = availability === 'soon' && onSoon
  return (
    <Button disabled={!opensSoon} className="w-full" onClick={onSoon}>
      {opensSoon ? statusWords.open.button : button}
    </Button>
  )
}

/**
 * When, for how much, for what prize, and the way in: the box that every event and workshop page has (behaviour 2.2). Where
 * it is over, no room is offered for it either (behaviour 2.13).
 */
export const RegistrationBox = ({
  subject,
  notes,
  onSoon,
}: {
  subject: Subject
  notes: readonly string[]
  onSoon?: () => void
}) => {
  const offers = useOffers()
  const availability = offers.availabilityOf(subject)
  return (
    <aside aria-label="Registration" className="border border-line bg-leaf p-5">
      <dl className="text-sm">
        {subject.slots.map((time) => (
          <Fact key={time.start} name={time.label ?? 'When'}>
            {tellDay(time, offers)}
            <br />
            {formatHours(time)}
          </Fact>
        ))}
        <FeeFacts subject={subject} />
        {subject.prize !== undefined && <Fact name="Prize Worth">{formatRupees(subject.prize)}</Fact>}
        {subject.teamSize > 1 && <Fact name="Team">At most {subject.teamSize} members</Fact>}
      </dl>
      <ul className="mt-4 space-y-1 text-sm">
        <li className={subject.lunch ? 'font-semibold' : ''}>{subject.lunch ? lunch.included : lunch.excluded}</li>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <div className="mt-5 space-y-3">
        <Action subject={subject} availability={availability} onSoon={onSoon} />
        {offers.hasRooms && availability !== 'over' && (
          <Link href="/accommodation" className={`${buttonLook('secondary')} w-full`}>
            Get Accommodation
          </Link>
        )}
      </div>
    </aside>
  )
}
