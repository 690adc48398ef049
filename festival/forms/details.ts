import * as v from 'valibot'
import { participantCategories } from '#edition/participants'
import { limits, requiredText } from '../text/fields'

/** A question whose answer is one text, which a record keeps under the same name. */
export interface Detail {
  /** What the answer is called wherever it is told, and by the site's form unless it asks in other words. */
  label: string
  asked?: string
  schema: v.GenericSchema<unknown, string>
  autoComplete?: string
  /** One of these is chosen, and its value kept; without them a line is written. */
  choices?: readonly { value: string; label: string }[]
  /** Whether the first version asked it: then every row has its answer, and the organisers' own e-mail templates have it. */
  isOriginal?: true
}

/** What a question has whose answer is one of these. */
const choiceField = (choices: NonNullable<Detail['choices']>, missing: string) => ({
  choices,
  schema: v.picklist(
    choices.map(({ value }) => value),
    missing,
  ),
})

const institution = {
  label: 'Institution',
  asked: 'College or institution',
  schema: requiredText(limits.institution, 'The institution', 'Enter your college or institution.'),
  autoComplete: 'organization',
  isOriginal: true,
} as const

/**
 * Such questions of each form. Schema, draft, form, column, record, desk, e-mail, list and export go through these rows; a new one
 * is a row here, and in `server/db/migrate.ts` what adds its column to the tables of before.
 */
export const details = {
  registration: {
    institution,
    category: {
      label: 'Category',
      ...choiceField(participantCategories, 'Choose the category that fits you.'),
      isOriginal: true,
    },
  },
  'delegate-pass': { institution },
  accommodation: {
    college: {
      label: 'College',
      schema: requiredText(limits.institution, 'The college', 'Enter your college.'),
      autoComplete: 'organization',
      isOriginal: true,
    },
  },
} as const satisfies Record<string, Record<string, Detail>>

export type Details = Readonly<Record<string, Detail>>

/** Something of each of these, by their names. */
export const mapDetails = <List extends Details, Value>(
  list: List,
  make: (detail: Detail, name: string) => Value,
) =>
  Object.fromEntries(Object.entries(list).map(([name, detail]) => [name, make(detail, name)])) as {
    [Name in keyof List]: Value
  }

export const pickSchemas = <List extends Details>(list: List) =>
  mapDetails(list, ({ schema }) => schema)

export const allDetails: Details = {
  ...details.registration,
  ...details['delegate-pass'],
  ...details.accommodation,
}

export const formatAnswer = (name: string, answer = ''): string =>
  allDetails[name]?.choices?.find(({ value }) => value === answer)?.label ?? answer

export type Answers<List extends Details> = Readonly<Record<NoInfer<keyof List>, string>>

export const pickAnswers = <List extends Details>(list: List, from: Answers<List>) => {
  const given: Readonly<Record<string, string>> = from
  return mapDetails(list, (_detail, name) => given[name] ?? '')
}

export const formatAnswers = <List extends Details>(list: List, from: Answers<List>) => {
  const given: Readonly<Record<string, string>> = from
  return mapDetails(list, (_detail, name) => formatAnswer(name, given[name]))
}

/** The same with what they are called; what was never asked is left out. */
export const listAnswers = <List extends Details>(list: List, from: Answers<List>) =>
  Object.entries<string>(formatAnswers(list, from)).flatMap(([name, value]) =>
    value === '' ? [] : [{ label: list[name]?.label ?? name, value }],
  )
