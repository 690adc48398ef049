import { findOverlaps, type ProgrammeDay } from '../../../festival/content/programme'
import { formatDay, formatHours, formatShortDay, toDay } from '../../../festival/content/slot'
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
    <section id={dayId(day)} tabIndex={-1} className="mt-8 outline-none print:break-inside-avoid">
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

/** Wide screens show parallel sessions side by side. */
const SessionGroup = ({ entries, trackEnds }: ParallelSessions) => {
  const isParallel = trackEnds.length > 1
  return (
    <ul className={isParallel ? 'gap-x-8 lg:grid lg:grid-flow-row-dense lg:grid-cols-3' : ''}>
      {entries.map(({ entry, track }) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          cellLook={isParallel ? (trackEnds.length <= 3 && trackLooks[track]) || ' ' : ''}
        />
      ))}
    </ul>
  )
}

const EntryRow = ({ entry, cellLook }: { entry: ProgrammeEntry; cellLook: string }) => {
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
      className={`grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 border-b border-rule py-3 print:break-inside-avoid ${cellLook || 'sm:grid-cols-[10rem_minmax(0,1fr)_auto]'}`}
    >
      <p
        className={`figures col-span-2 text-sm text-faded ${cellLook ? '' : 'sm:col-span-1 sm:pt-1'}`}
      >
        {formatHours(entry.slot)}
      </p>
      <div className="min-w-0">
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
      <div className="flex items-center print:hidden">
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
