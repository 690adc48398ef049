import { dayAt } from '../../../../festival/day'
import { type Day, formatDay } from '../../../../festival/slot'
import type { FestivalNow } from './festival-now'

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const th = '(?:(?:st|nd|rd|th)(?! ?(?:years?|yrs?|pass|class)))'
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'

const oneOf = (...forms: readonly string[]) => new RegExp(`\\b(?:${forms.join('|')})\\b`, 'g')

const dated = (date: string, name: string) => `${date}${th}?(?: of)? ${name}(?: \\d{4})?|${name} ${date}${th}?`

/** Any day, whether something happens on it or not. */
const anyDay = oneOf(
  dated('\\d{1,2}', month),
  `\\d{1,2}${th}|\\d{1,2}[/.-]\\d{1,2}|day ?\\d|today|tonight|tomorrow|${weekday}`,
)

/** How a day of the programme is called: "9 oct", "9/10", "the 9th", "day 2", "thursday", "last day", "tomorrow". */
const formsOf = (day: Day, now: number, { festivalDays }: FestivalNow): RegExp => {
  const [weekday = '', date = '', monthName = ''] = formatDay(day).toLowerCase().split(/,? /)
  const number = festivalDays.findIndex((one) => one.day === day) + 1
  return oneOf(
    dated(`0?${date}`, `${monthName.slice(0, 3)}[a-z]*`),
    `0?${date}[/.-]0?${Number(day.slice(5, 7))}(?:[/.-]\\d{2,4})?`,
    ...(number > 0 ? [`${date}${th}`, `day[ -]?${number}`, `${weekday}s?`, weekday.slice(0, 3)] : []),
    ...(number === 1 ? ['(?:first|1st|opening|inaugural) day'] : []),
    ...(number === festivalDays.length ? ['(?:last|final|closing) day(?! (?:to|for|of))'] : []),
    ...(day === dayAt(now) ? ['today|tonight'] : []),
    ...(day === dayAt(now + 86_400_000) ? ['tomorrow'] : []),
  )
}

/** Reads which days of the programme a question names, whether it names another, and what it says besides. */
export const readDays = (question: string, now: number, festival: FestivalNow) => {
  let rest = question.toLowerCase()
  const days = festival.programmeDays.flatMap(({ day }) => {
    const before = rest
    rest = rest.replace(formsOf(day, now, festival), ' ')
    return rest === before ? [] : [day]
  })
  const isElsewhere = days.length === 0 && rest.search(anyDay) >= 0
  return { days, isElsewhere, rest: rest.replace(anyDay, ' ') }
}
