import { findOverlaps } from '../../../festival/content/programme'
import { formatHours, formatShortDay, toDay } from '../../../festival/content/slot'
import { listSessions, type Subject } from '../../../festival/content/subject'
import type { FormKind, Forms } from '../../../festival/forms/api'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { useSubjects } from '../../festival'
import { Link, textLinkLook } from '../../navigation/link'
import { findId } from '../../receipts'
import { readAllReceipts, readReceipts } from './receipts'

const words: Readonly<Record<FormKind, { sent: string; again: string }>> = {
  registration: {
    sent: 'You’ve already registered for this from this device:',
    again: 'Sending this form registers you again.',
  },
  'delegate-pass': {
    sent: 'You’ve already asked for a pass from this device:',
    again: 'Sending this form asks for another pass.',
  },
  accommodation: {
    sent: 'You’ve already asked for a room from this device:',
    again: 'Sending this form asks for another room.',
  },
}

/** Returns sessions at the same time that were registered for on this device. */
const listOverlaps = (event: string, subjects: readonly Subject[]) => {
  const find = (key: string) => subjects.find((subject) => subject.key === key)
  const own = find(event)
  return readReceipts('registration').flatMap(({ receipt }) => {
    const registered = find(receipt.event)
    if (!own || !registered) {
      return []
    }
    const [overlap] = findOverlaps([...listSessions(own), ...listSessions(registered)])
    if (!overlap) {
      return []
    }
    const { slot } = overlap[1]
    const when = `${formatShortDay(toDay(slot.start))}, ${formatHours(slot)}`
    return [
      {
        id: receipt.registration_id,
        words: `${receipt.event_name}, ${when} (${receipt.registration_id})`,
      },
    ]
  })
}

export interface NoticeProps<Kind extends FormKind> {
  kind: Kind
  event?: string
  isOpen: boolean
  onShow: (receipt: Forms[Kind]['receipt']) => void
}

export const ReceiptNotice = <Kind extends FormKind>({
  kind,
  event,
  isOpen,
  onShow,
}: NoticeProps<Kind>) => {
  const receipts = readReceipts(kind)
    .map(({ receipt }) => receipt)
    .filter((receipt) => !('event' in receipt) || receipt.event === event)
  const [latest] = receipts
  const subjects = useSubjects()
  const overlaps = event === undefined || !isOpen ? [] : listOverlaps(event, subjects)
  if (!latest && overlaps.length === 0) {
    return null
  }
  return (
    <div className="mb-6 space-y-4">
      {overlaps.length > 0 && (
        <Banner tone="note" title="You’ve already registered for another session at this time:">
          <ul>
            {overlaps.map(({ id, words }) => (
              <li key={id}>{words}</li>
            ))}
          </ul>
        </Banner>
      )}
      {latest && (
        <Banner tone="note" title={`${words[kind].sent} ${receipts.map(findId).join(', ')}`}>
          <p>
            It’s also in{' '}
            <Link href="/my-festival" className="underline underline-offset-4">
              My festival
            </Link>
            .{isOpen && ` ${words[kind].again}`}
          </p>
          <Button shape="secondary" onClick={() => onShow(latest)}>
            Show the confirmation
          </Button>
        </Banner>
      )}
    </div>
  )
}

export const RegisteredMark = ({ event }: { event: string }) => {
  const entries = readReceipts('registration').filter(({ receipt }) => receipt.event === event)
  if (entries.length === 0) {
    return null
  }
  return (
    <p className="my-2 w-full border-l-4 border-lymph pl-3 text-sm">
      You’ve already registered for this:{' '}
      <Link
        href="/my-festival"
        className="figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {entries.map(({ receipt }) => receipt.registration_id).join(', ')}
      </Link>
    </p>
  )
}

export const ReceiptCount = () => (
  <Link href="/my-festival" className={`font-semibold ${textLinkLook}`}>
    Your registrations ({readAllReceipts().length})
  </Link>
)
