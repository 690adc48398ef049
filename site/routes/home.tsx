import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import type { Ends } from '../../festival/availability'
import { phaseAt } from '../../festival/countdown'
import { isOn } from '../../festival/programme'
import { festivalDays } from '../../festival/programme-days'
import { dayOf, formatDays, formatShortDay, formatTime } from '../../festival/slot'
import { buttonLook } from '../../ui/button'
import { Countdown } from '../features/countdown/countdown'
import { DayList } from '../features/programme/day-list'
import { SubjectCard } from '../features/subject/subject-card'
import { useMoment, useOffers } from '../moment'
import { Link } from '../navigation/link'
import { Plate } from '../plate'

export const describe = () => ({
  title: `${identity.title}: ${identity.line}`,
  description: identity.description,
  plate: 'home',
})

const StillOpen = () => {
  const { availabilityOf, isOver } = useOffers()
  const isTrial = phaseAt(useMoment(), identity) === 'after' && !isOver
  const open = subjects.filter((subject) => availabilityOf(subject) === 'open')
  if (open.length === 0) return null
  return (
    <section className="mt-20" aria-labelledby="open">
      <h2 id="open" className="text-2xl">
        Still open
      </h2>
      <p className="measure mt-1 text-faded">
        {isTrial
          ? 'The festival’s days are past; here these can still be tried.'
          : 'You can register for these now. It takes two minutes and a UPI app.'}
      </p>
      <div className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-2">
        {open.map((subject) => (
          <SubjectCard key={subject.key} subject={subject} sheet="home" />
        ))}
      </div>
    </section>
  )
}

/** "Tier 2: until Sat 11 Oct, 6:00 PM". */
const writeEnd = ({ label, end }: Ends['tiers'][number]) =>
  `${label}: until ${formatShortDay(dayOf(end))}, ${formatTime(end)}`

/** The ways in while passes are sold, and what is left of them once the festival has begun; afterwards to the programme. */
const Invitation = () => {
  const { tiers, isPast } = useOffers()
  const [first, second] =
    tiers.length > 0
      ? [['/delegate-pass', 'Buy Delegate Pass'] as const, ['/workshops', 'Explore Workshops'] as const]
      : [['/schedule', 'See the Schedule'] as const, ['/events', 'Explore Events'] as const]
  const look = 'flex-1 max-sm:px-2 max-sm:text-sm sm:flex-none'
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        <Link href={first[0]} className={`${buttonLook()} ${look}`}>
          {first[1]}
        </Link>
        <Link href={second[0]} className={`${buttonLook('secondary')} ${look}`}>
          {second[1]}
        </Link>
      </div>
      <p className="mt-4 text-sm text-faded">
        {identity.audienceNote}
        {isPast(identity.countdownTarget) &&
          (tiers.length > 0 ? ` Passes on sale. ${tiers.map(writeEnd).join('; ')}.` : ' Passes are no longer sold.')}
      </p>
    </>
  )
}

const Thanks = () => (
  <>
    <p className="measure mt-4 text-lg">
      Thank you to everyone who came, taught, judged and helped. Registration, passes and rooms are closed.
    </p>
    <p className="mt-4">
      <Link href="/contact" className={buttonLook('secondary')}>
        Questions about a payment
      </Link>
    </p>
  </>
)

/** What happens today, in the days of the festival (behaviour 1.13). */
const Today = () => {
  const moment = useMoment()
  const found = festivalDays.find(({ day }) => isOn(day, moment))
  if (!found) return null
  return (
    <section className="mt-10" aria-labelledby="today">
      <h2 id="today" className="mb-4 text-2xl">
        Today
      </h2>
      <DayList {...found} />
    </section>
  )
}

/** Whom it invites, or whom it thanks once the last day is over (behaviour 2.9). */
const Lead = () => (useOffers().isOver ? <Thanks /> : <Invitation />)

export default () => (
  <>
    <section className="grid grid-cols-1 items-center gap-x-12 md:grid-cols-[minmax(0,1fr)_min(26rem,53%)]">
      <figure className="group -mt-2 max-w-full justify-self-center md:order-2">
        <Plate of="home" sheet="home" className="h-52 w-auto md:h-auto md:w-[26rem]" />
      </figure>
      <div>
        <p className="caption">{identity.association} presents</p>
        <h1 tabIndex={-1} className="text-4xl md:text-[5rem]/[5rem]">
          {identity.title}
        </h1>
        <p className="mt-1 font-display text-lg italic sm:text-xl">{identity.line}</p>
        <p className="figures mt-2 text-sm sm:text-base">
          {formatDays(identity.firstDay, identity.lastDay)}, {identity.city}
        </p>
        <div className="mt-4">
          <Countdown />
        </div>
        <Lead />
      </div>
    </section>

    <Today />

    <StillOpen />

    <section className="mt-20" aria-labelledby="days">
      <h2 id="days" className="text-2xl">
        The days at a glance
      </h2>
      <div className="mt-4">
        {festivalDays.map((day) => (
          <DayList key={day.day} {...day} />
        ))}
      </div>
    </section>
  </>
)
