import type { FormKind, Forms, Receipt } from '../../../festival/api'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Link } from '../../navigation/link'
import { readReceipts } from './read-receipts'

const words: Readonly<Record<FormKind, string>> = {
  registration: 'You have sent a registration for this from this device:',
  'delegate-pass': 'You have sent a request for a pass from this device:',
  accommodation: 'You have asked for a room from this device:',
}

const idOf = (receipt: Receipt & { request_id?: string }) => receipt.registration_id ?? receipt.request_id

export interface NoticeProps<Kind extends FormKind> {
  kind: Kind
  /** The key of the event that a registration is for. */
  event?: string
  /** Whether a form stands below it, and not that its time is over. */
  isOpen: boolean
  onShow: (receipt: Forms[Kind]['receipt']) => void
}

/** Above a form: what this device sent of its kind before, and the way back to its confirmation (behaviour 5.51). */
export const ReceiptNotice = <Kind extends FormKind>({ kind, event, isOpen, onShow }: NoticeProps<Kind>) => {
  const receipts = readReceipts(kind)
    .map(({ receipt }) => receipt)
    .filter((receipt) => !('event' in receipt) || receipt.event === event)
  const [latest] = receipts
  if (!latest) return null
  return (
    <div className="mb-6">
      <Banner tone="note" title={`${words[kind]} ${receipts.map(idOf).join(', ')}`}>
        <p>
          You find it in{' '}
          <Link href="/my-festival" className="underline underline-offset-4">
            My festival
          </Link>{' '}
          too.{isOpen && ' The form below makes a new one.'}
        </p>
        <Button shape="secondary" onClick={() => onShow(latest)}>
          Show the confirmation
        </Button>
      </Banner>
    </div>
  )
}
