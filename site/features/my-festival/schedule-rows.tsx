import { findOverlaps, type ProgrammeDay } from '../../../festival/content/programme'
import {
  findEnd,
  formatDay,
  formatHours,
  formatShortDay,
  type Slot,
  toDay,
} from '../../../festival/content/slot'
import { byline, type ProgrammeEntry } from '../../../festival/content/subject'
import { Icon } from '../../../ui/icon'
import { pickColour } from '../../built'
import { calendarSign, useSaveCalendar } from '../../device/save-calendar'
import { hasReceiptOf } from '../../device/storage-keys'
import { useOffers } from '../../moment'
import { Link } from '../../navigation/link'
import { dayId, useProgramme } from '../../programme'
import { groupParallel, type ParallelSessions } from './parallel-sessions'
import { StarButton, starId, useStars } from './stars'

export const DaySection = ({
  day,
  entries,
  isToday = false,
}: ProgrammeDay & { isToday?: boolean }) => {
  const [weekday = '', date = ''] = formatDay(day).split(', ')
  return (
    <section id={dayId(day)} tabIndex={-1} className="mt-10 outline-none print:break-inside-avoid">
      <h2 className="flex items-baseline justify-between gap-4 border-b border-ink pb-1 text-xl">
        {date}
        <span className="caption">{isToday ? `Today, ${weekday}` : weekday}</span>
      </h2>
      {groupParallel(entries).map((group) => (
        <SessionGroup key={group.entries[0]?.entry.id} {...group} />
      ))}
    </section>
  )
}

const trackLooks = ['lg:col-start-1', 'lg:col-start-2', 'lg:col-start-3']

/** For example "8:00 AM to 5:30 PM", or "Morning" if some hours are not announced. */
const formatGroupHours = (slots: readonly Slot[]) => {
  const [first] = slots
  const vague = slots.find(({ part }) => part)
  const last = slots.toSorted((left, right) => findEnd(left) - findEnd(right)).at(-1)
  return first && last && formatHours(vague ?? { ...last, start: first.start })
}

/** Wide screens show parallel sessions side by side. */
const SessionGroup = ({ entries, trackEnds }: ParallelSessions) => {
  const trackCount = trackEnds.length
  const isParallel = trackCount > 1
  const rows = (
    <ul
      className={
        isParallel
          ? `lg:grid lg:grid-flow-row-dense ${trackCount === 2 ? 'lg:grid-cols-2' : 'lg:grid-cols-3'}`
          : ''
      }
    >
      {entries.map(({ entry, track }) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          isParallel={isParallel}
          className={trackCount > trackLooks.length ? '' : trackLooks[track]}
        />
      ))}
    </ul>
  )
  if (!isParallel) {
    return rows
  }
  return (
    <div className="lg:grid lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-x-3 lg:border-b lg:border-rule lg:py-3">
      <p aria-hidden="true" className="figures text-sm text-faded max-lg:hidden lg:pt-3">
        {formatGroupHours(entries.map(({ entry }) => entry.slot))}
      </p>
      {rows}
    </div>
  )
}

const rowLook = 'sm:grid-cols-[10rem_minmax(0,1fr)_auto]'
const cellLook =
  'max-lg:sm:grid-cols-[10rem_minmax(0,1fr)_auto] lg:content-start lg:border-b-0 lg:border-l lg:py-1 lg:pr-4 lg:pl-4'

const EntryRow = ({
  entry,
  isParallel,
  className = '',
}: {
  entry: ProgrammeEntry
  isParallel: boolean
  className?: string | undefined
}) => {
  const { subject } = entry
  const saveCalendar = useSaveCalendar()
  const { findAvailability } = useOffers()
  // Submitting a form also stars the subject.
  const isSent = useStars().includes(starId(entry)) && subject && hasReceiptOf(subject.key)
  const isOpen = subject && findAvailability(subject) === 'open'
  const openMark = isOpen ? 'Open for registration' : undefined
  const mark = isSent ? 'You sent a registration' : openMark
  return (
    <li
      data-colour={subject && pickColour(subject)}
      className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-rule py-3 print:break-inside-avoid ${isParallel ? `${cellLook} ${className}` : rowLook}`}
    >
      <p
        className={`figures col-span-2 text-sm text-faded sm:col-span-1 sm:pt-1 ${isParallel ? 'lg:pt-2.5' : ''}`}
      >
        {formatHours(entry.slot)}
      </p>
      <div className={`min-w-0 ${isParallel ? 'lg:col-span-2' : ''}`}>
        <p className="font-display text-lg">
          <Link href={entry.path} className="underline decoration-accent underline-offset-4">
            {entry.title}
          </Link>
          {entry.slot.label && <span className="italic">, {entry.slot.label.toLowerCase()}</span>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-faded">
          <span>{subject ? byline(subject) : entry.item?.description}</span>
          {subject?.place && <span>{subject.place}</span>}
          {subject?.status === 'cancelled' && <span className="font-semibold">Cancelled</span>}
          {mark && <span className="font-semibold text-lymph">{mark}</span>}
          {entry.item?.tier && <span>With the {entry.item.tier} pass</span>}
        </p>
      </div>
      <div
        className={`flex items-center print:hidden ${isParallel ? 'lg:col-start-2 lg:row-start-1' : ''}`}
      >
        <button
          type="button"
          onClick={() => saveCalendar([entry], entry.id)}
          className="inline-flex size-11 items-center justify-center"
        >
          <Icon path={calendarSign} />
          <span className="sr-only">Add {entry.title} to a calendar</span>
        </button>
        <StarButton id={starId(entry)} name={entry.title} />
      </div>
    </li>
  )
}

export const OverlapNotice = ({ className = 'top-2' }: { className?: string }) => {
  const stars = useStars()
  const entries = useProgramme().flatMap((day) => day.entries)
  const isGoing = (entry: ProgrammeEntry) =>
    stars.includes(starId(entry)) && entry.subject?.status !== 'cancelled'
  const overlaps = findOverlaps(entries.filter(isGoing))
  return (
    <div role="status" className={`sticky z-20 ${className}`}>
      {overlaps.length > 0 && (
        <div
          data-colour="artery"
          className="mt-6 max-h-[35dvh] overflow-y-auto border border-artery bg-leaf p-4"
        >
          <p className="font-semibold">Some of your sessions overlap:</p>
          <ul className="mt-2 space-y-1 text-sm">
            {overlaps.map(([first, second]) => (
              <li key={`${first.id} ${second.id}`}>
                {formatShortDay(toDay(first.slot.start))}: {first.title} ({formatHours(first.slot)})
                and {second.title} ({formatHours(second.slot)})
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
