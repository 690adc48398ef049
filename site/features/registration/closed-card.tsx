import { subjects } from '#edition/catalogue'
import { statusWords } from '../../../festival/availability'
import { formatFee } from '../../../festival/fee'
import type { Status, Subject } from '../../../festival/subject'
import { Button, buttonLook } from '../../../ui/button'
import { useOffers } from '../../moment'
import { Link } from '../../navigation/link'

const textOf: Readonly<Record<Exclude<Status, 'open'>, string>> = {
  closed: 'No more registrations are taken for this one.',
  soon: 'Registrations will be available shortly. Look in again in a few days.',
  'with-pass': 'There is nothing to register for: bring your pass, and come in.',
}

/** What stands in the form's place for whatever cannot be registered for (behaviour 5.9). */
export const ClosedCard = ({ subject, status }: { subject: Subject; status: Exclude<Status, 'open'> }) => {
  const isWithPass = status === 'with-pass'
  const { button } = statusWords[status]
  const { availabilityOf } = useOffers()
  const hasOthers = status === 'closed' && subjects.some((other) => availabilityOf(other) === 'open')
  return (
    <section className="max-w-[40rem] border border-line bg-leaf px-5 py-8 sm:px-10">
      <h2 className="text-2xl">{isWithPass ? formatFee(subject.fee, subject.teamSize) : button}</h2>
      <p className="mt-2">
        {textOf[status]}
        {hasOthers && ' Others are still open.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {isWithPass ? (
          <Link href="/delegate-pass" className={buttonLook()}>
            {button}
          </Link>
        ) : (
          <Button disabled>{button}</Button>
        )}
        <Link href={subject.kind === 'event' ? '/events' : '/workshops'} className={buttonLook('secondary')}>
          {subject.kind === 'event' ? 'See all events' : 'See all workshops'}
        </Link>
      </div>
    </section>
  )
}
