import type { ProgrammeDay } from '../../../festival/programme'
import { formatDay, formatHours } from '../../../festival/slot'
import { colourOf } from '../../group-colours'
import { Link } from '../../navigation/link'

/** One day of the programme: its date in the margin, its entries by the hour. */
export const DayList = ({ day, entries }: ProgrammeDay) => {
  const [weekday = '', date = ''] = formatDay(day).split(', ')
  return (
    <section className="border-t border-line py-5 md:grid md:grid-cols-[11rem_minmax(0,1fr)] md:gap-8">
      <h3 className="font-display">
        <span className="block text-xl">{date.replace(/ \d{4}$/, '')}</span>
        <span className="caption">{weekday}</span>
      </h3>
      <ul className="mt-2 md:mt-0">
        {entries.map((entry) => (
          <li
            key={entry.id}
            data-colour={entry.subject && colourOf(entry.subject)}
            className="flex min-h-11 flex-wrap items-baseline gap-x-4 border-b border-rule py-1.5 last:border-b-0"
          >
            <span className="figures w-40 max-w-full shrink-0 text-sm text-faded">{formatHours(entry.slot)}</span>
            <span className="min-w-0 flex-1 basis-40">
              {entry.path ? (
                <Link href={entry.path} className="font-semibold underline decoration-accent underline-offset-4">
                  {entry.title}
                </Link>
              ) : (
                <span className="font-semibold">{entry.title}</span>
              )}
              {entry.slot.label && `, ${entry.slot.label.toLowerCase()}`}
              <span className="text-sm text-faded">
                {entry.subject && `\u2002${entry.subject.nickname ? entry.subject.title : entry.subject.subtitle}`}
                {entry.item?.tier && `\u2002With the ${entry.item.tier} pass`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
