import { useEffect, useState } from 'react'
import { identity } from '#edition/identity'
import { audiences } from '#edition/programme'
import { filterDays, isOnDay, type ProgrammeDay } from '../../festival/content/programme'
import { findMidnight, formatShortDay } from '../../festival/content/slot'
import { isOpenTo, listDroppedSessions } from '../../festival/content/subject'
import { Button } from '../../ui/button'
import { useSaveCalendar } from '../device/save-calendar'
import { DaySection, OverlapNotice } from '../features/my-festival/schedule-rows'
import { useSubjects } from '../festival'
import { useMoment, useOffers } from '../moment'
import { ButtonLink } from '../navigation/link'
import { showPart } from '../navigation/navigation'
import { dayId, useProgramme } from '../programme'

export const describe = () => ({
  title: `Schedule · ${identity.title}`,
  description: `What happens when at ${identity.title}, day by day and hour by hour.`,
  plate: 'schedule',
})

const everyone = 'everyone'
const choices = [{ value: everyone, label: 'Everyone' }, ...audiences]

/** Returns the id of the day at the top of the screen. `ids` are separated by spaces. */
const useDayInView = (ids: string) => {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const observer = new IntersectionObserver(
      (changes) => {
        const reached = changes.find(({ isIntersecting }) => isIntersecting)
        if (reached) {
          setCurrent(reached.target.id)
        }
      },
      // A line in the upper part of the screen, below the tabs.
      { rootMargin: '-20% 0px -80%' },
    )
    for (const id of ids.split(' ')) {
      const part = document.getElementById(id)
      if (part) {
        observer.observe(part)
      }
    }
    return () => observer.disconnect()
  }, [ids])
  return current
}

const isSameMonth = (day: string) => day.slice(0, 7) === identity.firstDay.slice(0, 7)

/** `firstDay` is the id of the day with which the list starts. */
const DayTabs = ({
  days,
  firstDay,
}: {
  days: readonly ProgrammeDay[]
  firstDay: string | undefined
}) => {
  const inView = useDayInView(days.map(({ day }) => dayId(day)).join(' '))
  const current = inView ?? firstDay
  return (
    <nav
      aria-label="Days"
      className="days top-0 z-20 mt-4 flex border-b border-line bg-paper print:hidden"
    >
      {days.map(({ day }) => {
        const [weekday, date, month] = formatShortDay(day).split(' ')
        const id = dayId(day)
        return (
          <a
            key={day}
            href={`#${id}`}
            aria-current={id === current ? 'true' : undefined}
            // Without an entry in the history, so that Back leaves the page.
            onClick={(event) => {
              event.preventDefault()
              showPart(id)
            }}
            className="figures flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center border-t-2 border-transparent text-[min(0.75rem,3.4vw)]/4 text-faded aria-[current]:border-ink aria-[current]:text-ink sm:flex-row sm:gap-2 sm:text-sm"
          >
            {weekday}{' '}
            <span>
              <span className="font-display text-lg text-ink">{date}</span>{' '}
              <span className={isSameMonth(day) ? 'max-sm:hidden' : ''}>{month}</span>
            </span>
          </a>
        )
      })}
    </nav>
  )
}

export default () => {
  const [audience, setAudience] = useState(everyone)
  const [onlyOpen, setOnlyOpen] = useState(false)
  const { findAvailability, isOver } = useOffers()
  const programme = useProgramme()
  const saveCalendar = useSaveCalendar()
  const subjects = useSubjects()
  const dropped = subjects.flatMap(listDroppedSessions)
  const hasAudiences = new Set(subjects.map(({ audience }) => audience.join())).size > 1
  const days = filterDays(programme, ({ subject }) => {
    const isFor = audience === everyone || !subject || isOpenTo(subject, audience)
    return isFor && (!onlyOpen || (subject !== undefined && findAvailability(subject) === 'open'))
  })
  const moment = useMoment()
  const coming = days.findIndex(({ day }) => findMidnight(day) > moment || isOnDay(day, moment))
  // The list starts with today or, after the festival, with the first day.
  const past = coming > 0 ? days.slice(0, coming) : []
  const firstShown = days[past.length]
  const showDay = (day: ProgrammeDay) => (
    <DaySection key={day.day} {...day} isToday={isOnDay(day.day, moment)} />
  )
  const count = days.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <section>
      <h1 tabIndex={-1} className="mt-6 text-3xl sm:text-4xl">
        Schedule
      </h1>
      <p className="measure mt-2 font-display italic text-faded">
        {isOver
          ? 'The festival is over. Thank you.'
          : 'Press the star to save a session to My festival.'}
      </p>
      <form
        className="mt-3 flex flex-wrap items-end gap-x-8 gap-y-2 print:hidden"
        aria-label="Filters"
      >
        {hasAudiences && (
          <fieldset>
            <legend className="sr-only">For</legend>
            <div className="mt-1 flex flex-wrap">
              {choices.map(({ value, label }) => (
                <label
                  key={value}
                  className="inline-flex min-h-11 cursor-pointer items-center border border-line px-2 text-sm sm:px-4 not-first:-ml-px has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-vein"
                >
                  <input
                    type="radio"
                    name="whom"
                    className="sr-only"
                    checked={audience === value}
                    onChange={() => setAudience(value)}
                  />
                  {label}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        {!isOver && (
          <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-5 appearance-none border border-ink checked:border-[0.3rem] checked:bg-ink"
              checked={onlyOpen}
              onChange={(event) => setOnlyOpen(event.target.checked)}
            />
            Only what is open for registration
          </label>
        )}
      </form>
      <p role="status" className="figures mt-1 text-sm text-faded">
        {count === 1 ? '1 session' : `${count} sessions`}
      </p>
      <DayTabs days={days} firstDay={firstShown && dayId(firstShown.day)} />
      <OverlapNotice className="top-16" />
      {past.length > 0 && (
        <details className="mt-2 print:hidden">
          <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold underline underline-offset-4">
            Earlier days
          </summary>
          {past.map(showDay)}
        </details>
      )}
      {days.slice(past.length).map(showDay)}
      {count === 0 && (
        <p className="measure mt-10">No sessions match these filters. Remove one to see more.</p>
      )}
      <div className="mt-10 flex flex-wrap gap-3 print:hidden">
        <ButtonLink href="/my-festival">My festival</ButtonLink>
        <Button
          shape="secondary"
          onClick={() =>
            saveCalendar([...programme.flatMap(({ entries }) => entries), ...dropped], 'schedule')
          }
        >
          Save all to a calendar
        </Button>
        <Button shape="secondary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </section>
  )
}
