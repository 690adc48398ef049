import type { ReactNode } from 'react'
import { type Day, formatDay } from '../../../festival/slot'

/** A day of the schedule with its date as the heading. */
export const DaySection = ({
  day,
  isToday = false,
  children,
}: {
  day: Day
  isToday?: boolean
  children: ReactNode
}) => {
  const [weekday = '', date = ''] = formatDay(day).split(', ')
  return (
    <section className="mt-10 print:break-inside-avoid">
      <h2 className="flex items-baseline justify-between gap-4 border-b border-ink pb-1 text-xl">
        {date}
        <span className="caption">{isToday ? `Today, ${weekday}` : weekday}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  )
}
