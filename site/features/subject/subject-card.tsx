import { formatSessions } from '../../../festival/content/sessions'
import { type Subject, shortName, subjectPath } from '../../../festival/content/subject'
import { formatRupees, formatTotal } from '../../../festival/payment/fee'
import { statusWords } from '../../../festival/schedule/availability'
import { passPrices, pickColour } from '../../built'
import { useOffers } from '../../moment'
import { Link } from '../../navigation/link'
import { Plate, plateCaption } from '../../plate'

interface SubjectCardProps {
  subject: Subject
  /** The sprite sheet to use. If undefined, the illustration's own file is loaded. */
  sheet?: string | undefined
  heading?: 'h2' | 'h3' | 'h4'
  /** Whether to show the summary. */
  isFull?: boolean
}

export const SubjectCard = ({
  subject,
  sheet,
  heading: Heading = 'h3',
  isFull,
}: SubjectCardProps) => {
  const availability = useOffers().findAvailability(subject)
  const title = shortName(subject)
  const isOpen = availability === 'open'
  return (
    <article
      data-colour={pickColour(subject)}
      className="group relative flex flex-wrap gap-4 border-t border-line pt-4 md:last:odd:col-span-2"
    >
      <Plate
        of={subject.key}
        sheet={sheet}
        className="w-24 max-w-[32vw] shrink-0 self-start min-[22rem]:w-28 sm:w-44"
      />
      <div className="flex-1 basis-36">
        <p className="caption">{plateCaption(subject)}</p>
        <Heading className="text-xl">{title}</Heading>
        <p className="mt-1 text-sm">
          {subject.nickname ? `${subject.title}. ${subject.subtitle}` : subject.subtitle}
        </p>
        {isFull && <p className="mt-1 text-sm text-faded">{subject.summary}</p>}
        <p className="figures mt-2 text-sm text-faded">
          {formatSessions(subject.slots)}
          {subject.place && `, ${subject.place}`}
          {subject.feeAnnounced !== false && (
            <span className="block">{formatTotal(subject, passPrices)}</span>
          )}
          {subject.prize && (
            <span className="block">Prize worth {formatRupees(subject.prize)}</span>
          )}
        </p>
        {/* The shape is filled if the subject is open, because colour alone is not enough. */}
        <p
          className={`mt-1 flex items-center gap-2 text-sm ${isOpen ? 'font-semibold' : 'text-faded'}`}
        >
          <span
            aria-hidden="true"
            className={`size-2.5 rounded-full border ${isOpen ? 'border-lymph bg-lymph' : 'border-line'}`}
          />
          {statusWords[availability].name}
        </p>
        <Link
          href={subjectPath(subject)}
          className="mt-1 inline-flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 after:absolute after:inset-0 group-hover:decoration-ink"
        >
          View Details{isOpen && ' & Register'}
          <span className="sr-only">: {title}</span>
        </Link>
      </div>
    </article>
  )
}
