import { identity } from '#edition/identity'
import { festivalDays, programmeDays } from '../../festival/programme-days'
import { type Day, dayAt, formatDay } from '../../festival/slot'

const oneDay = 86_400_000

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const ending = '(?:st|nd|rd|th)'

export interface DaysRead {
  /** The days of the programme that the question names. */
  days: readonly Day[]
  /** It names a day on which nothing happens. */
  isElsewhere: boolean
  /** The question without them. */
  rest: string
}

/** Reads which days a question names: "9 oct", "10/10", "the 11th", "day 2", "saturday", "last day", "tomorrow". */
export const readDays = (question: string, now: number): DaysRead => {
  const found: Day[] = []
  let isElsewhere = false
  let rest = question.toLowerCase()
  const take = (pattern: RegExp, choose: (groups: string[]) => readonly Day[]) => {
    rest = rest.replace(pattern, (...args: unknown[]) => {
      const days = choose(args.filter((arg) => typeof arg === 'string'))
      if (days.length === 0) isElsewhere = true
      found.push(...days)
      return ' '
    })
  }
  const known = (test: (day: Day) => boolean) => programmeDays.map(({ day }) => day).filter(test)
  const dated = (date: string, monthNumber: number) =>
    known((day) => Number(day.slice(8)) === Number(date) && Number(day.slice(5, 7)) === monthNumber)
  const nth = (index: number) => festivalDays.slice(index, index + 1).map(({ day }) => day)

  take(new RegExp(`\\b(\\d{1,2})${ending}?(?: of)? ${month}(?: \\d{4})?\\b`, 'g'), ([, date = '', name = '']) =>
    dated(date, months.indexOf(name) + 1),
  )
  take(new RegExp(`\\b${month} (\\d{1,2})${ending}?\\b`, 'g'), ([, name = '', date = '']) =>
    dated(date, months.indexOf(name) + 1),
  )
  take(/\b(\d{1,2})[/.-](\d{1,2})(?:[/.-]\d{2,4})?\b/g, ([, date = '', number = '']) => dated(date, Number(number)))
  take(/\b(\d{1,2})(?:st|nd|rd|th)(?! ?(?:years?|yrs?)\b)/g, ([, date = '']) =>
    known((day) => Number(day.slice(8)) === Number(date) && day >= identity.firstDay),
  )
  take(/\bday[ -]?(\d)\b/g, ([, number = '']) => nth(Number(number) - 1))
  take(/\b(?:first|1st|opening|inaugural) day\b/g, () => nth(0))
  take(/\b(?:last|final|closing) day\b(?! (?:to|for|of))/g, () => nth(festivalDays.length - 1))
  take(/\b(today|tonight|tomorrow)\b/g, ([word = '']) => {
    const wanted = dayAt(word === 'tomorrow' ? now + oneDay : now)
    return known((day) => day === wanted)
  })
  take(/\b(mon|tues|wednes|thurs|fri|satur|sun)day?s?\b|\b(mon|tue|wed|thu|fri|sat|sun)\b/g, ([word = '']) =>
    known((day) => day >= identity.firstDay && formatDay(day).toLowerCase().startsWith(word.slice(0, 3))),
  )
  return { days: [...new Set(found)].sort(), isElsewhere: isElsewhere && found.length === 0, rest }
}
