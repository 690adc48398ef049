import { fullName, type Subject, sessionsOf } from '../festival/subject'
import { Icon } from '../ui/icon'
import { lateReceipts } from './features/my-festival/late-receipts'
import { StarButton } from './features/my-festival/stars'
import { ShareButton } from './features/share/share-button'
import { saveCalendar } from './save-calendar'

const Registered = lateReceipts(async () => (await import('./features/my-festival/receipt-notice')).RegisteredMark)

/** What a visitor can keep of an event or workshop: a star, its times in a calendar, its address for a friend. */
export const SubjectActions = ({ subject }: { subject: Subject }) => (
  <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 print:hidden">
    <Registered event={subject.key} />
    <StarButton id={subject.key} name={fullName(subject)} label />
    <button
      type="button"
      aria-label="Save to calendar"
      onClick={() => saveCalendar(sessionsOf(subject), subject.slug)}
      className="inline-flex min-h-11 items-center justify-center gap-2 text-sm font-semibold"
    >
      <Icon path="M5 6h14v13H5zM5 10h14M9 4v4M15 4v4M12 12.5v4M10 14.5h4" />
      Calendar
    </button>
    <ShareButton title={fullName(subject)} text={subject.summary} />
  </div>
)
