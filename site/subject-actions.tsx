import { useState } from 'react'
import { fullName, listCalendarEntries, type Subject } from '../festival/content/subject'
import { Icon } from '../ui/icon'
import { calendarSign, useSaveCalendar } from './device/save-calendar'
import { lazyIfReceipts } from './features/my-festival/lazy-receipts'
import { StarButton } from './features/my-festival/stars'

const Registered = lazyIfReceipts(
  async () => (await import('./features/my-festival/receipt-notice')).RegisteredMark,
)

const actionLook = 'inline-flex min-h-11 items-center justify-center gap-2 text-sm font-semibold'

export const SubjectActions = ({ subject }: { subject: Subject }) => {
  const saveCalendar = useSaveCalendar()
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 print:hidden">
      <Registered event={subject.key} />
      <StarButton id={subject.key} name={fullName(subject)} label />
      <button
        type="button"
        aria-label="Save to calendar"
        onClick={() => void saveCalendar(listCalendarEntries(subject), subject.slug)}
        className={actionLook}
      >
        <Icon path={calendarSign} />
        Calendar
      </button>
      <ShareButton subject={subject} />
    </div>
  )
}

const ShareButton = ({ subject }: { subject: Subject }) => {
  const [outcome, setOutcome] = useState('')
  return (
    <button
      type="button"
      onClick={() => void shareAddress(subject).then(setOutcome)}
      className={actionLook}
    >
      <Icon path="M12 15V4M8 7.5 12 3.500l4 4M6 11v9h12v-9" />
      {outcome === '' && 'Share'}
      <span role="status">{outcome}</span>
    </button>
  )
}

/** Opens the share sheet, or copies the address. Returns the message to show. */
const shareAddress = async (subject: Subject): Promise<string> => {
  const url = window.location.origin + window.location.pathname
  try {
    if (navigator.share) {
      await navigator.share({ title: fullName(subject), text: subject.summary, url })
      return ''
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') {
      return ''
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    return 'Link copied'
  } catch {
    return 'Copy the address above'
  }
}
