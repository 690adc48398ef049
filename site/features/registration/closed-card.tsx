import { formatFee } from '../../../festival/fee'
import { registrationMessages } from '../../../festival/messages'
import type { Status, Subject } from '../../../festival/subject'
import { Button, buttonLook } from '../../../ui/button'
import { Link } from '../../navigation/link'

interface Card {
  title: string
  text: string
  /** What the disabled button says; without one there is a pass to buy instead. */
  button?: string
}

const cardOf = (status: Exclude<Status, 'open'>, subject: Subject): Card => {
  switch (status) {
    case 'closed':
      return {
        title: registrationMessages.closed,
        text: 'No more registrations are taken for this one. Others are still open.',
        button: registrationMessages.closed,
      }
    case 'soon':
      return {
        title: 'Registration Opening Soon',
        text: 'Registrations will be available shortly. Look in again in a few days.',
        button: 'Registration Opening Soon',
      }
    case 'with-pass':
      return {
        title: formatFee(subject.fee, subject.teamSize),
        text: 'There is nothing to register for: bring your pass, and come in.',
      }
  }
}

/** What stands in the form's place for whatever cannot be registered for (behaviour 5.9). */
export const ClosedCard = ({ subject, status }: { subject: Subject; status: Exclude<Status, 'open'> }) => {
  const { title, text, button } = cardOf(status, subject)
  return (
    <section className="max-w-[40rem] border border-line bg-leaf px-5 py-8 sm:px-10">
      <h2 className="text-2xl">{title}</h2>
      <p className="mt-2">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {button ? (
          <Button disabled>{button}</Button>
        ) : (
          <Link href="/delegate-pass" className={buttonLook()}>
            Buy Delegate Pass
          </Link>
        )}
        <Link href={subject.kind === 'event' ? '/events' : '/workshops'} className={buttonLook('secondary')}>
          {subject.kind === 'event' ? 'See all events' : 'See all workshops'}
        </Link>
      </div>
    </section>
  )
}
