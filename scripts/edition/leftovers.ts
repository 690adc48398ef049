import type { Edition } from '../../festival/content/content'
import { dayMs } from '../../festival/content/slot'
import { listTexts } from '../../festival/live/check-edition'
import type { Problem } from './locate'

/** Deadlines may be this long before the festival, and so in the previous year. */
const leadMs = 92 * dayMs

const monthNames =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?'
const shortMonths = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
]

const dateForms = [
  new RegExp(
    `\\b(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>${monthNames})\\b\\.?(?:,? (?<year>\\d{4}))?`,
    'g',
  ),
  new RegExp(
    `\\b(?<month>${monthNames})\\.? (?<day>\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (?<year>\\d{4}))?`,
    'g',
  ),
  /\b(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})\b/g,
  /\b(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})\b/g,
]

const readMonth = (text: string) =>
  /^\d/.test(text) ? Number(text) : shortMonths.indexOf(text.slice(0, 3)) + 1
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** A sentence with one of these words may contain another year. */
const contextsOfOtherYears = /\b(?:batch(?:es)?|admissions?|class of|since|founded|established)\b/i

/** Fields in which four digits are not a year. */
const fieldsWithoutYears = new Set([
  'email',
  'id',
  'key',
  'slug',
  'phone',
  'number',
  'orderFormUrl',
  'value',
  'group',
])

const isField = (text: string) => /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text)

export const findLeftovers = (edition: Edition): Problem[] => {
  const { firstDay, lastDay } = edition.identity
  const start = Date.parse(`${firstDay}T00:00:00Z`)
  const end = Date.parse(`${lastDay}T00:00:00Z`)
  const years = new Set([firstDay.slice(0, 4), lastDay.slice(0, 4)])
  const isOfThisEdition = (day: string) => {
    const time = Date.parse(`${day}T00:00:00Z`)
    return years.has(day.slice(0, 4)) || (time >= start - leadMs && time <= end)
  }
  const texts = listTexts(edition, '')
    .map(({ path, text }) => ({ path: path.split('.'), text }))
    // Team rules list years of study and batches, such as "2020".
    .filter(({ path }) => !(path[0] === 'teamRules' && path[3] === 'years'))
  const fields = texts.filter(({ text }) => isField(text))
  const knownTexts = new Set(fields.map(({ text }) => text.slice(0, 10)).filter(isOfThisEdition))
  for (let time = start; time <= end; time += dayMs) {
    knownTexts.add(new Date(time).toISOString().slice(0, 10))
  }
  const knownDays = new Set([...knownTexts].map((day) => day.slice(5)))

  const readSentence = (text: string): string[] => {
    const leftovers: string[] = []
    let rest = text
    for (const form of dateForms) {
      rest = rest.replace(form, (written, ...more) => {
        const { day = '', month = '', year }: Record<string, string | undefined> = more.at(-1)
        const monthDay = `${twoDigits(readMonth(month))}-${twoDigits(Number(day))}`
        if (!(year ? knownTexts.has(`${year}-${monthDay}`) : knownDays.has(monthDay))) {
          leftovers.push(written)
        }
        return ' '.repeat(written.length)
      })
    }
    for (const [year] of rest.matchAll(/\b20\d\d\b/g)) {
      const isNear = Math.abs(Number(year) - Number(lastDay.slice(0, 4))) <= 10
      if (isNear && !years.has(year) && !contextsOfOtherYears.test(text)) {
        leftovers.push(year)
      }
    }
    return leftovers
  }

  return texts.flatMap(({ path, text }) => {
    if (isField(text)) {
      return isOfThisEdition(text.slice(0, 10))
        ? []
        : [{ path, words: `is ${text.slice(0, 10)}, a date of another edition` }]
    }
    if (fieldsWithoutYears.has(path.at(-1) ?? '')) {
      return []
    }
    return readSentence(text).map((date) => ({
      path,
      words: `says “${date}”, which is not a date of this edition; correct it, or leave the date out`,
    }))
  })
}
