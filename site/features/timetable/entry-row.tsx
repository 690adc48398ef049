import { formatHours } from '../../../festival/slot'
import type { ProgrammeEntry } from '../../../festival/subject'
import { Icon } from '../../../ui/icon'
import { colourOf } from '../../built'
import { useOffers } from '../../moment'
import { Link } from '../../navigation/link'
import { saveCalendar } from '../../save-calendar'
import { StarButton } from './star-button'
import { starOf } from './star-of'

/** One line of the schedule: the hour, what happens, whether it is open, and what a visitor can do with it. */
export const EntryRow = ({ entry }: { entry: ProgrammeEntry }) => {
  const { subject } = entry
  const { availabilityOf } = useOffers()
  const kind = subject ? (subject.nickname ? subject.title : subject.subtitle) : entry.item?.description
  return (
    <li
      data-colour={subject && colourOf(subject)}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-rule py-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto] print:break-inside-avoid"
    >
      <p className="figures col-span-2 text-sm text-faded sm:col-span-1 sm:pt-1">{formatHours(entry.slot)}</p>
      <div className="min-w-0">
        <p className="font-display text-lg">
          {entry.path ? (
            <Link href={entry.path} className="underline decoration-accent underline-offset-4">
              {entry.title}
            </Link>
          ) : (
            entry.title
          )}
          {entry.slot.label && <span className="italic">, {entry.slot.label.toLowerCase()}</span>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-faded">
          <span>{kind}</span>
          {subject && availabilityOf(subject) === 'open' && (
            <span className="font-semibold text-lymph">Open for registration</span>
          )}
          {entry.item?.tier && <span>With the {entry.item.tier} pass</span>}
        </p>
      </div>
      <div className="flex items-center print:hidden">
        <button
          type="button"
          onClick={() => saveCalendar([entry], entry.id)}
          className="inline-flex size-11 items-center justify-center"
        >
          <Icon path="M5 6h14v13H5zM5 10h14M9 4v4M15 4v4M12 12.5v4M10 14.5h4" />
          <span className="sr-only">Add {entry.title} to a calendar</span>
        </button>
        <StarButton id={starOf(entry)} name={entry.title} />
      </div>
    </li>
  )
}
