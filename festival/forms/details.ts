import * as v from 'valibot'
import { participantCategories } from '#edition/participants'
import { limits, requiredText } from '../text/fields'

/** Entries store the answer under the same name as the form. */
export interface Detail {
  /** The form on the site may use `asked` instead. */
  label: string
  asked?: string
  schema: v.GenericSchema<unknown, string>
  autoComplete?: string
  /** If missing, the answer is a line of text. */
  choices?: readonly { value: string; label: string }[]
  /**
   * Set for the original questions: every stored row has an answer, and the organisers' e-mail
   * templates name the field.
   */
  isOriginal?: true
}

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
 * Forms, columns, entries, e-mails, lists and exports follow this table. A new question needs a row
 * here and a column in `server/db/migrate.ts`.
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
  const answers: Readonly<Record<string, string>> = from
  return mapDetails(list, (_detail, name) => answers[name] ?? '')
}

export const formatAnswers = <List extends Details>(list: List, from: Answers<List>) => {
  const answers: Readonly<Record<string, string>> = from
  return mapDetails(list, (_detail, name) => formatAnswer(name, answers[name]))
}

/** Omits questions that were not asked. */
export const listAnswers = <List extends Details>(list: List, from: Answers<List>) =>
  Object.entries<string>(formatAnswers(list, from)).flatMap(([name, value]) =>
    value === '' ? [] : [{ label: list[name]?.label ?? name, value }],
  )
