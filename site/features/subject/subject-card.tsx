import { isPlaceholder } from '../../../festival/content/placeholder'
import { formatSessions } from '../../../festival/content/sessions'
import { type Subject, shortName, subjectPath } from '../../../festival/content/subject'
import { formatRupees, formatTotal } from '../../../festival/payment/fee'
import { fewPlacesWords, statusWords } from '../../../festival/schedule/availability'
import { hasLongWord } from '../../../festival/text/estimate-width'
import { buttonClasses } from '../../../ui/button'
import { passPrices, pickColour } from '../../built'
import { useOffers } from '../../moment'
import { Link } from '../../navigation/link'
import { Plate, plateCaption } from '../../plate'

interface SubjectCardProps {
  subject: Subject
  /** The sprite sheet to use. If undefined, the illustration's own file is loaded. */
  sheet?: string | undefined
  heading?: 'h2' | 'h3' | 'h4'
  /** Whether to show the plate's number, the summary and the status. */
  isFull?: boolean
}

/** Each pattern has three groups: the figure, what separates it from the rest, and the rest. */
const patterns = {
  When: /^([^,]+)(, )(.*)$/,
  Fee: /^(₹[\d,]+|Delegate Pass|\S+)( )(.*)$/,
  Prize: /^(\S+)( )(.*)$/,
}

/** Shows the start of a text as a figure, and the rest small beneath it. */
const Figure = ({
  name,
  text,
  className = '',
}: {
  name: keyof typeof patterns
  text: string
  className?: string
}) => {
  const [, figure = text, separator = '', rest = ''] = patterns[name].exec(text) ?? []
  return (
    <div className={className}>
      <dt className="sr-only">{name}</dt>
      <dd className="figures text-xs text-faded">
        <span className="text-base font-semibold whitespace-nowrap text-ink">{figure}</span>
        <span className="sr-only">{separator}</span>
        <span className="block text-balance">{rest}</span>
      </dd>
    </div>
  )
}

export const SubjectCard = ({
  subject,
  sheet,
  heading: Heading = 'h3',
  isFull,
}: SubjectCardProps) => {
  const { findAvailability, hasFewPlaces } = useOffers()
  const availability = findAvailability(subject)
  const title = shortName(subject)
  const isOpen = availability === 'open'
  const titleSize = isOpen && !hasLongWord(title) ? 'text-xl' : 'text-lg'
  const isAlmostFull = isOpen && hasFewPlaces(subject)
  const { place } = subject
  return (
    <article
      data-colour={pickColour(subject)}
      className={`group relative grid content-start gap-x-4 border-t border-line pt-3 ${isOpen ? 'grid-cols-[min(5rem,24vw)_minmax(0,1fr)] sm:grid-cols-[10rem_minmax(0,1fr)]' : 'grid-cols-[min(4rem,20vw)_minmax(0,1fr)]'}`}
    >
      <Plate
        of={subject.key}
        sheet={sheet}
        className={`w-full self-start sm:row-span-3 ${isFull ? '' : 'row-span-2'}`}
      />
      <div>
        {isFull && <p className="caption">{plateCaption(subject)}</p>}
        <Heading className={titleSize}>{title}</Heading>
        <p className="text-sm">
          {subject.nickname ? `${subject.title}. ${subject.subtitle}` : subject.subtitle}
        </p>
        {isFull && <p className="mt-1 text-sm text-faded">{subject.summary}</p>}
      </div>
      {/* On a phone, the figures take the whole width, in a short card below the button. */}
      <div className={`max-sm:col-span-2 ${isFull ? '' : 'max-sm:row-start-3'}`}>
        <dl className="mt-2 flex flex-wrap gap-x-3">
          <Figure
            name="When"
            text={
              formatSessions(subject.slots) + (place && !isPlaceholder(place) ? `, ${place}` : '')
            }
            className="grow-[1.2] basis-24"
          />
          {subject.feeAnnounced !== false && (
            <Figure
              name="Fee"
              text={formatTotal(subject, passPrices)}
              className={subject.prize ? 'grow basis-20' : 'grow-[1.8] basis-36'}
            />
          )}
          {subject.prize && (
            <Figure
              name="Prize"
              text={`${formatRupees(subject.prize)} prize`}
              className="grow-[0.8] basis-16"
            />
          )}
        </dl>
        {/* The shape is filled if the subject is open, because colour alone is not enough. */}
        {(isFull || isAlmostFull) && (
          <p
            className={`mt-2 flex items-center gap-2 text-sm ${isOpen ? 'font-semibold' : 'text-faded'}`}
          >
            <span
              aria-hidden="true"
              className={`size-2.5 rounded-full border ${isOpen ? 'border-lymph bg-lymph' : 'border-line'}`}
            />
            {isAlmostFull ? fewPlacesWords : statusWords[availability].name}
          </p>
        )}
      </div>
      <Link
        href={subjectPath(subject)}
        className={`${buttonClasses('secondary')} mt-2 min-h-11! self-start justify-self-start text-sm after:absolute after:inset-0 ${isOpen ? 'max-sm:px-4' : 'px-3'} ${isFull ? 'max-sm:col-span-2' : ''}`}
      >
        View Details{isOpen && ' & Register'}
        <span className="sr-only">: {title}</span>
      </Link>
    </article>
  )
}
