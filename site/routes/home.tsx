import { Fragment } from 'react'
import { identity } from '#edition/identity'
import { audiences } from '#edition/programme'
import { keysOnHomeSheet } from '../../festival/content/home-sheet'
import { isOnDay, type ProgrammeDay } from '../../festival/content/programme'
import {
  formatDay,
  formatDays,
  formatHours,
  formatShortDay,
  formatTime,
  toDay,
} from '../../festival/content/slot'
import { byline } from '../../festival/content/subject'
import { formatRupees } from '../../festival/payment/fee'
import type { Offers } from '../../festival/schedule/availability'
import { phaseAt } from '../../festival/schedule/countdown'
import { describePassWorth } from '../../festival/schedule/opened'
import { optionalPages, pickColour } from '../built'
import { Countdown } from '../features/countdown/countdown'
import { lazyIfReceipts } from '../features/my-festival/lazy-receipts'
import { SubjectCard } from '../features/subject/subject-card'
import { useFestival, useSubjects } from '../festival'
import { useMoment, useOffers } from '../moment'
import { ButtonLink, Link } from '../navigation/link'
import { Plate } from '../plate'
import { useProgramme } from '../programme'

export const describe = () => ({
  title: `${identity.title}: ${identity.line}`,
  description: identity.description,
  plate: 'home',
})

const OwnReceiptCount = lazyIfReceipts(
  async () => (await import('../features/my-festival/receipt-notice')).ReceiptCount,
)

const Headline = () => {
  const subjects = useSubjects().filter(({ status }) => status !== 'cancelled')
  const prizes = subjects.reduce((sum, { prize = 0 }) => sum + prize, 0)
  const figures = (['event', 'workshop'] as const).flatMap((kind) => {
    const { length } = subjects.filter((subject) => subject.kind === kind)
    return length === 0 ? [] : `${length} ${kind}${length === 1 ? '' : 's'}`
  })
  if (prizes > 0) {
    figures.push(`${formatRupees(prizes)} in prizes`)
  }
  return (
    <p className="figures mt-2 font-semibold">
      {identity.headline}: {figures.join(', ')}
    </p>
  )
}

const StillOpen = () => {
  const { findAvailability, isOver } = useOffers()
  const isTrial = phaseAt(useMoment(), identity) === 'after' && !isOver
  const open = useSubjects().filter((subject) => findAvailability(subject) === 'open')
  if (open.length === 0) {
    return null
  }
  const without = audiences.flatMap(({ value }) =>
    open.some(({ audience }) => audience.includes(value)) ? [] : value,
  )
  return (
    <section className="mt-20" aria-labelledby="open">
      <h2 id="open" className="text-2xl">
        Still open
      </h2>
      <p className="measure mt-1 text-faded">
        {isTrial
          ? 'The festival’s days are past, but in this private copy you can still try these.'
          : 'You can register for these now. It takes two minutes and a UPI app.'}
        {without.length > 0 && ` Nothing is open now for ${without.join(' or ')} students.`}
      </p>
      <div className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-2">
        {open.map((subject, place) => (
          <Fragment key={subject.key}>
            {open[place - 1]?.kind !== subject.kind && (
              <h3 className="text-xl italic md:col-span-2">
                {subject.kind === 'event' ? 'Events' : 'Workshops'}
              </h3>
            )}
            <SubjectCard
              subject={subject}
              heading="h4"
              sheet={keysOnHomeSheet.includes(subject.key) ? 'home' : undefined}
            />
          </Fragment>
        ))}
      </div>
    </section>
  )
}

/** For example "Tier 2 until Sat 11 Oct, 6:00 PM". */
const formatSaleEnd = ({ label, end }: Offers['tiers'][number]) =>
  `${label} until ${formatShortDay(toDay(end))}, ${formatTime(end)}`

const describeSale = (tiers: Offers['tiers']) =>
  tiers.length > 0
    ? ` Passes are on sale: ${tiers.map(formatSaleEnd).join('; ')}.`
    : ' Passes are no longer sold.'

const saleLinks = {
  primary: { href: '/delegate-pass', label: 'Buy Delegate Pass' },
  secondary: { href: '/workshops', label: 'Explore Workshops' },
}

const programmeLinks = {
  primary: { href: '/schedule', label: 'See the Schedule' },
  secondary: { href: '/events', label: 'Explore Events' },
}

const Invitation = () => {
  const offers = useOffers()
  const { tiers, isPast } = offers
  const { opened } = useFestival()
  const [tier] = tiers
  const worth = tier && opened[tier.label]
  const hasOpen = useSubjects().some((subject) => offers.findAvailability(subject) === 'open')
  const isSold = tiers.length > 0
  const { primary, secondary } = isSold ? saleLinks : programmeLinks
  const linkLook = 'flex-1 max-sm:px-2 max-sm:text-sm sm:flex-none'
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href={primary.href} className={linkLook}>
          {primary.label}
        </ButtonLink>
        <ButtonLink href={secondary.href} shape="secondary" className={linkLook}>
          {secondary.label}
        </ButtonLink>
      </div>
      <p className="mt-4 text-sm text-faded">
        {identity.audienceNote}
        {!hasOpen && ' Nothing is open for registration now.'}
        {worth && ` ${describePassWorth(tier.label, worth, offers)}`}
        {optionalPages.includes('delegate-pass') &&
          isPast(identity.countdownTarget) &&
          describeSale(tiers)}
      </p>
    </>
  )
}

const AfterFestival = () => (
  <>
    <p className="measure mt-4 text-lg">Registration is closed.</p>
    <p className="mt-4">
      <ButtonLink href="/contact" shape="secondary">
        Questions about a payment
      </ButtonLink>
    </p>
  </>
)

const useFestivalDays = () =>
  useProgramme()
    .filter(({ day }) => day >= identity.firstDay && day <= identity.lastDay)
    .map(({ day, entries }) => ({
      day,
      entries: entries.filter(({ subject }) => subject?.status !== 'cancelled'),
    }))

const Today = () => {
  const moment = useMoment()
  const today = useFestivalDays().find(({ day }) => isOnDay(day, moment))
  if (!today) {
    return null
  }
  return (
    <section className="mt-10" aria-labelledby="today">
      <h2 id="today" className="mb-4 text-2xl">
        Today
      </h2>
      <DayList {...today} />
    </section>
  )
}

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
        <Headline />
        <p className="figures mt-2 text-sm sm:text-base">
          {formatDays(identity.firstDay, identity.lastDay)}, {identity.city}
        </p>
        <div className="mt-4">
          <Countdown />
        </div>
        {useOffers().isOver ? <AfterFestival /> : <Invitation />}
        <OwnReceiptCount />
      </div>
    </section>

    <Today />

    <StillOpen />

    <section className="mt-20" aria-labelledby="days">
      <h2 id="days" className="text-2xl">
        The days at a glance
      </h2>
      <div className="mt-4">
        {useFestivalDays().map((day) => (
          <DayList key={day.day} {...day} />
        ))}
      </div>
    </section>
  </>
)

const DayList = ({ day, entries }: ProgrammeDay) => {
  const [weekday = '', date = ''] = formatDay(day).split(', ')
  return (
    <section className="border-t border-line py-5 md:grid md:grid-cols-[11rem_minmax(0,1fr)] md:gap-8">
      <h3 className="font-display">
        <span className="block text-xl">{date.replace(/ \d{4}$/, '')}</span>
        <span className="caption">{weekday}</span>
      </h3>
      <ul className="mt-2 md:mt-0">
        {entries.map((entry) => (
          <li
            key={entry.id}
            data-colour={entry.subject && pickColour(entry.subject)}
            className="flex min-h-11 flex-wrap items-baseline gap-x-4 border-b border-rule py-1.5 last:border-b-0"
          >
            <span className="figures w-40 max-w-full shrink-0 text-sm text-faded">
              {formatHours(entry.slot)}
            </span>
            <span className="min-w-0 flex-1 basis-40">
              <span className="font-semibold">
                <Link href={entry.path} className="underline decoration-accent underline-offset-4">
                  {entry.title}
                </Link>
              </span>
              {entry.slot.label && `, ${entry.slot.label.toLowerCase()}`}
              <span className="text-sm text-faded">
                {entry.subject && `\u2002${byline(entry.subject)}`}
                {entry.item?.tier && `\u2002With the ${entry.item.tier} pass`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
