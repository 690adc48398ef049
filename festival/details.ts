import * as v from 'valibot'
import { limits, requiredText } from './fields'

/** A question whose answer is a text that is kept, told, mailed and exported as it was given. */
interface Detail {
  /** What the answer is called wherever it is shown. */
  label: string
  schema: v.GenericSchema<unknown, string>
  /** Whether the organisers' own e-mail templates know it. */
  isInTemplates?: true
}

const institution = {
  label: 'Institution',
  schema: requiredText(limits.institution, 'The institution', 'Enter your college or institution.'),
  isInTemplates: true,
} as const

/**
 * Such questions of each form. A new one is a line here and a column in its table: schema, record, desk, e-mail and export go
 * through this list, and each form's test names the one that it does not ask.
 */
export const details = {
  registration: { institution },
  'delegate-pass': { institution },
  accommodation: {
    college: {
      label: 'College',
      schema: requiredText(limits.institution, 'The college', 'Enter your college.'),
      isInTemplates: true,
    },
  },
} as const satisfies Record<string, Record<string, Detail>>

type Details = Readonly<Record<string, Detail>>

const mapDetails = <List extends Details, Value>(list: List, make: (name: string, detail: Detail) => Value) =>
  Object.fromEntries(Object.entries(list).map(([name, detail]) => [name, make(name, detail)])) as {
    [Name in keyof List]: Value
  }

/** The part of a form's schema that asks these. */
export const schemasOf = <List extends Details>(list: List): { [Name in keyof List]: Detail['schema'] } =>
  mapDetails(list, (_name, { schema }) => schema)

/** The same as a message stores them: what was stored before a question was asked lacks its answer. */
export const storedSchemasOf = <List extends Details>(list: List) => mapDetails(list, () => v.optional(v.string(), ''))

/** The answers to these among others. */
export const answersOf = <List extends Details>(
  list: List,
  from: Readonly<Record<NoInfer<keyof List>, string>>,
): { [Name in keyof List]: string } => {
  const given: Readonly<Record<string, string>> = from
  return mapDetails(list, (name) => given[name] ?? '')
}

/** The answers as they are told; what was never asked is left out. */
export const listAnswers = <List extends Details>(
  list: List,
  from: Readonly<Record<NoInfer<keyof List>, string>>,
): { label: string; value: string }[] =>
  Object.entries<string>(answersOf(list, from)).flatMap(([name, value]) =>
    value === '' ? [] : [{ label: list[name]?.label ?? name, value }],
  )

/** Those that the organisers' own e-mail templates do not know. */
export const ownDetails = <List extends Details>(list: List): (keyof List & string)[] =>
  Object.keys(list).filter((name) => !list[name]?.isInTemplates)
