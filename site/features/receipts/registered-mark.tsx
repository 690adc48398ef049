import { Link } from '../../navigation/link'
import { readRegistrations } from './read-receipts'

/** On an event's page: under which id this device registered for it (behaviour 5.51). */
export const RegisteredMark = ({ event }: { event: string }) => {
  const found = readRegistrations(event)
  if (found.length === 0) return null
  return (
    <p className="my-2 w-full border-l-4 border-lymph pl-3 text-sm">
      You have sent a registration for this:{' '}
      <Link
        href="/my-festival"
        className="figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {found.map(({ receipt }) => receipt.registration_id).join(', ')}
      </Link>
    </p>
  )
}
