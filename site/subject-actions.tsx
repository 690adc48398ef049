import { programmeEntries } from '../festival/programme-days'
import { fullName, type Subject } from '../festival/subject'
import { ShareButton } from './features/share/share-button'
import { saveCalendar } from './features/timetable/save-calendar'
import { StarButton } from './features/timetable/star-button'

/** What a visitor can keep of an event or workshop: a star, its times in a calendar, its address for a friend. */
export const SubjectActions = ({ subject }: { subject: Subject }) => (
  <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 print:hidden">
    <StarButton id={subject.key} name={fullName(subject)} label />
    <button
      type="button"
      aria-label="Save to calendar"
      onClick={() =>
        saveCalendar(
          programmeEntries.filter((entry) => entry.subject === subject),
          subject.slug,
        )
      }
      className="inline-flex min-h-11 items-center justify-center gap-2 text-sm font-semibold"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 shrink-0 fill-none stroke-current stroke-[1.5]">
        <path d="M5 6h14v13H5zM5 10h14M9 4v4M15 4v4M12 12.5v4M10 14.5h4" strokeLinecap="round" />
      </svg>
      Calendar
    </button>
    <ShareButton title={fullName(subject)} text={subject.summary} />
  </div>
)
