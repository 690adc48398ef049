import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import { isSaleOver } from '../../festival/availability'
import { isOn } from '../../festival/programme'
import { festivalDays } from '../../festival/programme-days'
import { formatDays } from '../../festival/slot'
import { buttonLook } from '../../ui/button'
import { Countdown } from '../features/countdown/countdown'
import { DayList } from '../features/programme/day-list'
import { SubjectCard } from '../features/subject/subject-card'
import { isPublic } from '../is-public'
import { useAvailability, useMoment } from '../moment'
import { Link } from '../navigation/link'
import { Plate } from '../plate'

export const describe = () => ({
  title: `${identity.title}: ${identity.line}`,
  description: identity.description,
  plate: 'home',
})

const StillOpen = () => {
  const availabilityNow = useAvailability()
  const open = subjects.filter((subject) => availabilityNow(subject) === 'open')
  if (open.length === 0) return null
  return (
    <section className="mt-20" aria-labelledby="open">
      <h2 id="open" className="text-2xl">
        Still open
      </h2>
      <p className="measure mt-1 text-faded">You can register for these now. It takes two minutes and a UPI app.</p>
      <div className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-2">
        {open.map((subject) => (
          <SubjectCard key={subject.key} subject={subject} sheet="home" />
        ))}
      </div>
    </section>
  )
}

const Invitation = () => (
  <>
    <div className="mt-4 flex flex-wrap gap-3">
      <Link href="/delegate-pass" className={`${buttonLook()} flex-1 max-sm:px-2 max-sm:text-sm sm:flex-none`}>
        Buy Delegate Pass
      </Link>
      <Link href="/workshops" className={`${buttonLook('secondary')} flex-1 max-sm:px-2 max-sm:text-sm sm:flex-none`}>
        Explore Workshops
      </Link>
    </div>
    <p className="mt-4 text-sm text-faded">{identity.audienceNote}</p>
  </>
)

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
const Lead = () => (isSaleOver(useMoment(), identity, isPublic) ? <Thanks /> : <Invitation />)

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
