import * as v from 'valibot'
import type { Edition } from '../../festival/content'

const text = v.string()
const texts = v.array(text)
const amount = v.number()
const day = v.custom<`${number}-${string}-${string}`>(
  (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  'a day such as 2025-10-08',
)
const instant = v.custom<`${number}-${string}-${string}T${string}:${string}:00+05:30`>(
  (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\+05:30$/.test(value),
  "a time made by at('2025-10-08', '09:00')",
)
const colourNames = ['artery', 'vein', 'nerve', 'lymph'] as const
const group = v.strictObject({
  id: text,
  title: text,
  line: text,
  colour: v.picklist(colourNames),
})
const phones = v.array(v.strictObject({ label: text, number: text }))
const slots = v.array(
  v.strictObject({
    label: v.exactOptional(text),
    start: instant,
    end: v.exactOptional(instant),
    part: v.exactOptional(v.picklist(['morning', 'afternoon', 'evening'])),
  }),
)
const fee = v.variant('per', [
  v.strictObject({ per: v.literal('member-count'), single: amount, team: amount }),
  v.strictObject({ per: v.literal('team'), amount }),
  v.strictObject({ per: v.literal('entry'), amount }),
  v.strictObject({ per: v.literal('pass'), tier: v.exactOptional(text) }),
])

const subject = v.strictObject({
  key: text,
  kind: v.picklist(['event', 'workshop']),
  slug: text,
  aliases: v.exactOptional(texts),
  title: text,
  nickname: v.exactOptional(text),
  subtitle: text,
  summary: text,
  group: text,
  status: v.picklist(['open', 'closed', 'soon', 'with-pass']),
  fee,
  feeAnnounced: v.exactOptional(v.literal(false)),
  prize: v.exactOptional(amount),
  teamSize: amount,
  passRequired: v.boolean(),
  lunch: v.boolean(),
  audience: texts,
  slots,
  until: v.exactOptional(text),
})

const eventDetails = v.strictObject({
  description: texts,
  topic: v.exactOptional(text),
  theme: v.exactOptional(text),
  themes: v.exactOptional(texts),
  categories: v.exactOptional(texts),
  details: v.exactOptional(texts),
  rules: v.exactOptional(texts),
  abstract: v.exactOptional(texts),
  presentation: v.exactOptional(texts),
  agenda: v.exactOptional(texts),
  feeNote: v.exactOptional(text),
  prizeNotes: v.exactOptional(texts),
  incharges: v.exactOptional(texts),
  prerequisites: v.exactOptional(texts),
  deadlines: v.exactOptional(v.array(v.strictObject({ label: text, day }))),
})

const workshopDetails = v.strictObject({
  description: texts,
  topics: texts,
  incharges: texts,
  prerequisites: texts,
  duration: v.exactOptional(text),
  notes: v.exactOptional(texts),
})

const colour = v.custom<string>(
  (value) => typeof value === 'string' && /^(?:#[0-9a-f]{6}|rgb\([\d. /]+\))$/i.test(value),
  "a colour such as '#a0281f'",
)
const theme = v.record(v.picklist(['paper', 'leaf', 'ink', 'faded', 'rule', 'line', 'shade', ...colourNames]), colour)

/** What each file of an edition's folder must hold; the compiler keeps it in step with `festival/content.ts`. */
const editionSchema = v.strictObject({
  identity: v.strictObject({
    title: text,
    shortTitle: text,
    line: text,
    audienceNote: text,
    workshopsTitle: text,
    description: text,
    college: text,
    association: text,
    city: text,
    address: texts,
    email: text,
    phones,
    payee: v.strictObject({ id: text, name: text }),
    isUtrRequired: v.exactOptional(v.boolean()),
    firstDay: day,
    lastDay: day,
    countdownTarget: instant,
  }),
  sections: v.array(group),
  categories: v.array(group),
  subjects: v.array(subject),
  eventDetails: v.record(text, eventDetails),
  workshopDetails: v.record(text, workshopDetails),
  teamRules: v.record(text, v.array(v.strictObject({ years: texts, atMost: amount, words: text }))),
  tiers: v.array(v.strictObject({ value: text, label: text, name: text, price: amount, includes: texts })),
  tiersCaption: text,
  delegatePassNotes: texts,
  registrantCategories: v.array(v.strictObject({ value: text, label: text })),
  yearSuggestions: texts,
  audiences: v.array(v.strictObject({ value: text, label: text, askedBy: text })),
  audienceQuestion: text,
  lunch: v.strictObject({ included: text, excluded: text }),
  accommodation: v.strictObject({ roomType: text, prebookingFee: amount, lastNight: instant, notices: texts, phones }),
  programme: v.array(v.strictObject({ id: text, title: text, description: text, slots, tier: v.exactOptional(text) })),
  contactSections: v.array(
    v.strictObject({ name: text, people: v.array(v.strictObject({ title: text, name: text, phone: text })) }),
  ),
  generalQueries: text,
  shop: v.strictObject({ item: text, price: amount, description: text, orderFormUrl: text, phones }),
  sisterEvent: v.strictObject({ title: text, line: text, text }),
  about: v.strictObject({ conference: texts, institution: texts, association: texts, acknowledgements: texts }),
  colours: v.strictObject({
    light: v.exactOptional(theme),
    dark: v.exactOptional(theme),
    images: v.exactOptional(v.record(v.picklist(['paper', 'ink', 'axon', 'mark', 'darkPaper', 'darkInk']), colour)),
  }),
  legends: v.record(text, v.strictObject({ name: v.exactOptional(text), marks: texts })),
}) satisfies v.GenericSchema<unknown, Edition>

const kinds: Readonly<Record<string, string>> = {
  Array: 'a list',
  Object: 'an object in braces',
  boolean: 'true or false',
  number: 'a number',
  string: 'a text',
}

const tell = ({ type, expected, received, message }: v.BaseIssue<unknown>): string => {
  if (type === 'strict_object' && expected === 'never') return 'is not a field that an edition has'
  if (received === 'undefined') return 'is missing'
  const choices = (expected ?? '').replace(/[()]/g, '').replaceAll(' | ', ' or ')
  return `is ${received}; it must be ${type === 'custom' ? message : (kinds[expected ?? ''] ?? choices)}`
}

/** Something that an organiser must mend in the edition. */
export interface Problem {
  /** The keys and indexes that lead to it, the part of the edition first. */
  path: readonly string[]
  /** What is wrong, after the name of the place: "is missing; it must be a list". */
  words: string
}

/** Every part of some content that has not the shape of an edition (behaviour 1.10). */
export const checkShape = (content: unknown): Problem[] =>
  (v.safeParse(editionSchema, content).issues ?? []).map((issue) => ({
    path: (issue.path ?? []).map(({ key }) => String(key)),
    words: tell(issue),
  }))
