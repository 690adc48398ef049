import { Fragment } from 'react'
import { identity } from '#edition/identity'
import { audiences } from '#edition/programme'
import { keysOnHomeSheet } from '../../festival/content/home-sheet'
import { isPlaceholder } from '../../festival/content/placeholder'
import { isOnDay } from '../../festival/content/programme'
import {
  formatDay,
  formatDays,
  formatHours,
  formatShortDay,
  formatTime,
  toDay,
} from '../../festival/content/slot'
import {
  isOpenTo,
  type ProgrammeEntry,
  type Subject,
  shortName,
  subjectPath,
} from '../../festival/content/subject'
import { formatRupees } from '../../festival/payment/fee'
import { type Availability, type Offers, statusWords } from '../../festival/schedule/availability'
import { phaseAt } from '../../festival/schedule/countdown'
import { describePassWorth } from '../../festival/schedule/opened'
import { estimateLongestWord } from '../../festival/text/estimate-width'
import { optionalPages, passPrices, pickColour } from '../built'
import { Countdown } from '../features/countdown/countdown'
import { lazyIfReceipts } from '../features/my-festival/lazy-receipts'
import { SubjectCard } from '../features/subject/subject-card'
import { useFestival, useSubjects } from '../festival'
import { useMoment, useOffers } from '../moment'
import { ButtonLink, Link, textLinkLook } from '../navigation/link'
import { Plate } from '../plate'
import { dayId, useProgramme } from '../programme'

/**
 * The longest word must fit beside the picture, whose column is at least 160 px wide on phones and
 * 378 px on wider screens.
 */
const chooseTitleSize = (wordWidth: number): string => {
  if (wordWidth <= 3.8) {
    return 'text-[min(3.25rem,14.5vw)]/[0.95] md:text-[6rem]/[6rem]'
  }
  if (wordWidth <= 5.2) {
    return 'text-[min(2.5rem,9.5vw)]/[1.1] md:text-[4.5rem]/[5rem]'
  }
  return 'text-[min(1.75rem,6.4vw)]/[1.25] md:text-[3rem]/[3.75rem]'
}
const titleSize = chooseTitleSize(estimateLongestWord(identity.title))

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
    <p className="figures text-sm font-semibold text-balance sm:text-base">
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
  const needsUpi = open.some(({ fee }) => fee.per !== 'free')
  const without = audiences.flatMap(({ value }) =>
    open.some((subject) => isOpenTo(subject, value)) ? [] : value,
  )
  return (
    <section className="mt-8" aria-labelledby="open">
      <h2 id="open" className="text-2xl">
        Still open
      </h2>
      <p className="measure mt-1 text-sm text-faded">
        {isTrial
          ? 'The festival’s days are past, but in this private copy you can still try these.'
          : `It takes a few minutes${needsUpi ? ' and a UPI app' : ''}.`}
        {without.length > 0 && ` For ${without.join(' and ')} students, nothing is open now.`}
      </p>
      <div className="mt-3 grid gap-x-10 gap-y-4 md:grid-cols-2">
        {open.map((subject, place) => (
          <Fragment key={subject.key}>
            {open[place - 1]?.kind !== subject.kind && (
              <h3 className="text-lg italic md:col-span-2">
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

const eventsLink = { href: '/events', label: 'Explore Events' }
const workshopsLink = { href: '/workshops', label: 'Explore Workshops' }

const saleLinks = {
  primary: { href: '/delegate-pass', label: 'Buy Delegate Pass' },
  secondary: optionalPages.includes('workshops') ? workshopsLink : eventsLink,
}

const programmeLinks = {
  primary: { href: '/schedule', label: 'See the Schedule' },
  secondary: eventsLink,
}

/** A sentence about what a pass opens, after a space. */
const PassWorth = () => {
  const offers = useOffers()
  const { opened } = useFestival()
  const [tier] = offers.tiers
  const worth = tier && opened[tier.label]
  return worth && ` ${describePassWorth(tier.label, worth, offers)}`
}

const Invitation = () => {
  const offers = useOffers()
  const { tiers, isPast } = offers
  const open = useSubjects().filter((subject) => offers.findAvailability(subject) === 'open')
  const isSold = tiers.length > 0
  const prices = tiers.flatMap(({ label }) => passPrices[label] ?? [])
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
      <p className="mt-3 text-sm text-faded">
        {prices.length > 0 && `Passes from ${formatRupees(Math.min(...prices))}. `}
        {identity.audienceNote}
        {open.length === 0 && ' Nothing is open for registration now.'}
        {!open.some(({ kind }) => kind === 'workshop') && <PassWorth />}
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

/** The most titles in a day's line. If only one more would be left out, it is shown too. */
const highlightCount = 3

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
  return (
    today && (
      <section className="mt-8" aria-labelledby="today">
        <h2 id="today" className="text-2xl">
          Today
        </h2>
        <ul className="mt-3 border-t border-line">
          {today.entries.map(({ id, path, title, slot, item }) => (
            <li
              key={id}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-rule"
            >
              <span className="min-w-0">
                <Link href={path} className={`font-semibold ${textLinkLook}`}>
                  {title}
                </Link>
                {slot.label && `, ${slot.label.toLowerCase()}`}
                {item?.tier && `, with the ${item.tier} pass`}
              </span>
              <span className="figures text-sm text-faded">{formatHours(slot)}</span>
            </li>
          ))}
        </ul>
      </section>
    )
  )
}

export default () => (
  <>
    {/* The DOM order suits phones. Wider screens place the parts on a grid. */}
    <section className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
      <div className="self-center md:self-end">
        {!isPlaceholder(identity.association) && (
          <p className="caption">{identity.association} presents</p>
        )}
        <h1 tabIndex={-1} className={titleSize}>
          {identity.title}
        </h1>
        <p className="mt-2 font-display text-[1.1875rem]/6 italic sm:text-xl">{identity.line}</p>
        <p className="figures mt-2 text-sm sm:text-base">
          {formatDays(identity.firstDay, identity.lastDay)}
          {!isPlaceholder(identity.city) && `, ${identity.city}`}
        </p>
      </div>
      <figure className="group max-md:-mr-[min(1.25rem,6.25vw)] md:row-span-2 md:self-center">
        <Plate
          of="home"
          sheet="home"
          className="h-[min(11.5rem,50vw)] w-auto md:h-[min(calc(100dvh-9rem),46rem,55vw)]"
        />
      </figure>
      <div className="col-span-2 mt-3 md:col-span-1">
        <Headline />
        <div className="mt-3">
          <Countdown />
        </div>
        {useOffers().isOver ? <AfterFestival /> : <Invitation />}
        <OwnReceiptCount />
      </div>
    </section>

    <Today />

    <StillOpen />

    <Others />

    <Days />
  </>
)

/** Returns, for example, "Sun 12 Oct". */
const listDays = ({ slots }: Pick<Subject, 'slots'>) =>
  [...new Set(slots.map(({ start }) => formatShortDay(toDay(start))))].join(', ')

const describeAvailability = (subject: Subject, availability: Availability): string => {
  const { fee } = subject
  if (availability === 'closed') {
    return `${listDays(subject)}, closed`
  }
  if (availability === 'with-pass' && fee.per === 'pass' && fee.tier) {
    return `Comes with the ${fee.tier} pass`
  }
  return statusWords[availability].name
}

/** Subjects that are not open, one line each. */
const Others = () => {
  const { findAvailability, isOver } = useOffers()
  const others = useSubjects()
    .map((subject) => ({ subject, availability: findAvailability(subject) }))
    .filter(({ availability }) => availability !== 'open')
  if (isOver || others.length === 0) {
    return null
  }
  return (
    <section className="mt-8" aria-labelledby="others">
      <h2 id="others" className="text-xl">
        Also at the festival
      </h2>
      <ul className="mt-2 border-t border-line md:grid md:grid-cols-2 md:gap-x-10">
        {others.map(({ subject, availability }) => (
          <li key={subject.key} data-colour={pickColour(subject)} className="border-b border-rule">
            <Link
              href={subjectPath(subject)}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 hover:text-accent"
            >
              <span className="font-display text-[1.125rem]/6">{shortName(subject)}</span>
              <span className="figures text-sm text-faded">
                {describeAvailability(subject, availability)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Days = () => {
  const { findAvailability } = useOffers()
  const rank = ({ subject }: ProgrammeEntry) => {
    if (!subject) {
      return 1
    }
    return findAvailability(subject) === 'open' ? 0 : 2
  }
  return (
    <section className="mt-8" aria-labelledby="days">
      <h2 id="days" className="text-xl">
        The days at a glance
      </h2>
      <ul className="mt-3 border-t border-line md:grid md:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {useFestivalDays().map(({ day, entries }) => {
          const [weekday = '', date = ''] = formatDay(day).split(', ')
          const [number, month] = date.split(' ')
          const inOrder = entries.toSorted((left, right) => rank(left) - rank(right))
          const titles = [...new Set(inOrder.map(({ title }) => title))]
          const shown = titles.length === highlightCount + 1 ? titles.length : highlightCount
          const more = titles.length - shown
          return (
            <li key={day} className="border-b border-rule">
              <Link
                href={`/schedule#${dayId(day)}`}
                className="group grid grid-cols-[4.75rem_minmax(0,1fr)] items-center gap-x-3 py-2 text-sm md:grid-cols-1"
              >
                <span className="figures flex items-baseline gap-2">
                  <span className="font-display text-2xl">
                    {number}
                    <span className="sr-only"> {month}</span>
                  </span>
                  <span className="underline decoration-line underline-offset-4 group-hover:decoration-ink">
                    {weekday.slice(0, 3)}
                  </span>
                </span>
                <span className="text-faded">
                  {titles.slice(0, shown).join(', ')}
                  {more > 0 && ` and ${more} more`}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
