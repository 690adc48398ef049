/**
 * The schemas of `festival/edition/`. Only the build and `npm run edition:check` use them to parse.
 */

import * as v from 'valibot'
import type { Day, Instant } from './slot'

const list = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly())

const text = v.string()
const texts = list(text)
const optionalText = v.exactOptional(text)
const optionalTexts = v.exactOptional(texts)
const amount = v.number()
const day = v.custom<Day>(
  (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  'a day such as 2025-10-08',
)
export const instant = v.custom<Instant>(
  (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\+05:30$/.test(value),
  "a time made by at('2025-10-08', '09:00')",
)

/** Anatomical atlases use these colours by convention. */
const colourNames = ['artery', 'vein', 'nerve', 'lymph'] as const
export type Colour = (typeof colourNames)[number]

const colour = v.custom<string>(
  (value) => typeof value === 'string' && /^(?:#[0-9a-f]{6}|rgb\([\d. /]+\))$/i.test(value),
  "a colour such as '#a0281f'",
)
const themeParts = [
  'paper',
  'leaf',
  'ink',
  'faded',
  'rule',
  'line',
  'shade',
  ...colourNames,
] as const
export type Theme = Readonly<Record<(typeof themeParts)[number], string>>

/** `darkPaper` and `darkInk` are for icons on systems with a dark theme. */
const imageParts = ['paper', 'ink', 'axon', 'mark', 'darkPaper', 'darkInk'] as const
export type ImageColours = Readonly<Record<(typeof imageParts)[number], string>>

const colours = v.strictObject({
  light: v.exactOptional(v.record(v.picklist(themeParts), colour)),
  dark: v.exactOptional(v.record(v.picklist(themeParts), colour)),
  images: v.exactOptional(v.record(v.picklist(imageParts), colour)),
})
export type Colours = v.InferOutput<typeof colours>

const legend = v.strictObject({
  name: optionalText,
  /** Labels for the letters on the drawing, starting with `a`. */
  marks: texts,
})
export type Legend = v.InferOutput<typeof legend>
/** Keyed by event, workshop or page. */
export type Legends = Readonly<Record<string, Legend>>

const phone = v.strictObject({
  label: text,
  /** For example "+91 00000 00000". */
  number: text,
})
const phones = list(phone)

const identity = v.strictObject({
  /** For example "Cerebra 3.0". */
  title: text,
  /** For example "Cerebra". */
  shortTitle: text,
  line: text,
  /** Appears above the figures on the home page: "The medical students’ festival". */
  headline: text,
  /** For example "Paramedic events are included." */
  audienceNote: text,
  workshopsTitle: optionalText,
  description: text,
  college: text,
  association: text,
  city: text,
  /** One line of the address per item. */
  address: texts,
  email: text,
  phones,
  /**
   * UPI apps show only the account holder's name at the bank. The payee is a person unless `kind`
   * says otherwise.
   */
  payee: v.strictObject({
    id: text,
    name: text,
    kind: v.exactOptional(v.picklist(['person', 'merchant'])),
    /** Four digits from the bank (8220 is a college). */
    merchantCode: optionalText,
  }),
  checkTime: text,
  /** Set this if a trial payment of ₹1 shows that notes do not reach the bank. */
  isUtrRequired: v.exactOptional(v.boolean()),
  /** If false, no form asks for a coupon. */
  coupon: v.exactOptional(v.literal(false)),
  firstDay: day,
  lastDay: day,
  countdownTarget: instant,
})
export type Identity = v.InferOutput<typeof identity>

const group = v.strictObject({ id: text, title: text, line: text, colour: v.picklist(colourNames) })
export type Group = v.InferOutput<typeof group>

export const slot = v.strictObject({
  /** Needed if an earlier session was removed or added after the first build (docs/edition.md). */
  id: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999))),
  label: optionalText,
  start: instant,
  end: v.exactOptional(instant),
  part: v.exactOptional(v.picklist(['morning', 'afternoon', 'evening'])),
})
const slots = list(slot)
export const status = v.picklist(['open', 'closed', 'soon', 'with-pass', 'cancelled'])

/** `EventDetails` or `WorkshopDetails` contains the long texts under the same key. */
const subject = v.strictObject({
  /** Used in entries and links, for example `SeniorQuiz`. */
  key: text,
  kind: v.picklist(['event', 'workshop']),
  slug: text,
  aliases: optionalTexts,
  /** For example "Senior Quiz", or the name of a workshop. */
  title: text,
  /** The name of an event, such as "Peristalympics". Workshops have none. */
  nickname: optionalText,
  subtitle: text,
  summary: text,
  group: text,
  /** The server accepts entries only if the status is `open`. */
  status,
  /** Set if registration ends before the event starts. */
  closesAt: v.exactOptional(instant),
  /** Whole rupees. All texts about money derive from the fee. */
  fee: v.variant('per', [
    v.strictObject({ per: v.literal('member-count'), single: amount, team: amount }),
    /** The price is the same for any team size. */
    v.strictObject({ per: v.literal('team'), amount }),
    v.strictObject({ per: v.literal('entry'), amount }),
    /** The amount is due for each member with a name. */
    v.strictObject({ per: v.literal('member'), amount }),
    v.strictObject({ per: v.literal('free') }),
    /** The subject is included in a delegate pass. */
    v.strictObject({ per: v.literal('pass'), tier: optionalText }),
  ]),
  /** Set for closed workshops whose fee was never announced. */
  feeAnnounced: v.exactOptional(v.literal(false)),
  prize: v.exactOptional(amount),
  /** A number is the maximum. */
  teamSize: v.union([amount, v.strictObject({ least: amount, most: amount })]),
  /** Set if an organiser accepts or rejects each entry of a free event. */
  approval: v.exactOptional(v.literal(true)),
  passRequired: v.boolean(),
  lunch: v.exactOptional(v.boolean()),
  /** Shown to visitors but never enforced. An empty list means everyone. */
  audience: texts,
  slots,
  /** Calendar files cancel dropped sessions. */
  dropped: v.exactOptional(list(slot)),
  place: optionalText,
  note: optionalText,
  /** Where participants hand in abstracts, slides or films. Only participants see it. */
  submissionLink: optionalText,
  /** How many entries, people or teams, have a place. Missing if there is no limit. */
  places: v.exactOptional(amount),
  /** The session that ends registration, such as "Prelims". Defaults to the first session. */
  until: optionalText,
})

/** Pages omit missing texts. */
const eventDetails = v.strictObject({
  description: texts,
  topic: optionalText,
  theme: optionalText,
  themes: optionalTexts,
  categories: optionalTexts,
  details: optionalTexts,
  rules: optionalTexts,
  abstract: optionalTexts,
  presentation: optionalTexts,
  agenda: optionalTexts,
  feeNote: optionalText,
  prizeNotes: optionalTexts,
  incharges: optionalTexts,
  prerequisites: optionalTexts,
  deadlines: v.exactOptional(list(v.strictObject({ label: text, day }))),
})
export type EventDetails = v.InferOutput<typeof eventDetails>

const workshopDetails = v.strictObject({
  description: texts,
  topics: texts,
  incharges: texts,
  prerequisites: texts,
  duration: optionalText,
  notes: optionalTexts,
})
export type WorkshopDetails = v.InferOutput<typeof workshopDetails>

const teamRule = v.strictObject({
  /** Lower-case words that identify the years, such as `3rd` or `crri`. */
  years: texts,
  atMost: amount,
  words: text,
})

const tier = v.strictObject({
  /** For example `novus`. */
  value: text,
  /** For example "Tier 1". */
  label: text,
  /** For example "NOVUS CEREBRI". */
  name: text,
  price: amount,
  includes: texts,
})
export type Tier = v.InferOutput<typeof tier>

/** For example the label "Medical Student" and the value `student`. */
const participantCategory = v.strictObject({ value: text, label: text })
export type ParticipantCategory = v.InferOutput<typeof participantCategory>

/** An optional field that only the practice form has. */
const practiceField = v.strictObject({
  path: text,
  label: text,
  type: v.exactOptional(v.literal('tel')),
  suggestions: optionalTexts,
})
export type PracticeField = v.InferOutput<typeof practiceField>

const audience = v.strictObject({
  /** Used in subjects, and before the word "students"; for example `medical`. */
  value: text,
  label: text,
  /** Words separated by vertical bars, such as `mbbs|medico`. */
  askedBy: text,
})
export type Audience = v.InferOutput<typeof audience>

const lunch = v.strictObject({ included: text, excluded: text })
export type LunchContent = v.InferOutput<typeof lunch>

const accommodation = v.strictObject({
  roomType: text,
  prebookingFee: amount,
  /** When the last available night begins. */
  lastNight: instant,
  notices: texts,
  phones,
})
export type AccommodationContent = v.InferOutput<typeof accommodation>

/** `tier` is the label of the pass that includes the item. */
const programmeItem = v.strictObject({
  id: text,
  title: text,
  description: text,
  slots,
  tier: optionalText,
})

const person = v.strictObject({ title: text, name: text, phone: text })
export type Person = v.InferOutput<typeof person>
const contactSection = v.strictObject({ name: text, people: list(person) })
export type ContactSection = v.InferOutput<typeof contactSection>

const shop = v.strictObject({
  item: text,
  price: amount,
  description: text,
  orderFormUrl: text,
  phones,
})
export type ShopContent = v.InferOutput<typeof shop>

const sisterEvent = v.strictObject({ title: text, line: text, text })
export type SisterEvent = v.InferOutput<typeof sisterEvent>

const about = v.strictObject({
  headings: v.strictObject({
    conference: text,
    institution: text,
    association: text,
    acknowledgements: text,
  }),
  conference: texts,
  institution: texts,
  association: texts,
  acknowledgements: texts,
})
export type AboutContent = v.InferOutput<typeof about>

const collected = v.strictObject({ details: text, purpose: text, readers: text, kept: text })

const privacy = v.strictObject({
  /** Entries store the version that their form showed. */
  date: day,
  responsible: text,
  contact: v.strictObject({ name: text, email: text, phone: text }),
  /** Days after the festival. If undefined, proofs are kept until someone deletes them. */
  proofsKeptDays: v.undefinedable(amount),
  collected: v.strictObject({
    registration: collected,
    /** Required if the edition has passes. */
    pass: v.exactOptional(collected),
    /** Required if the edition has rooms. */
    room: v.exactOptional(collected),
    payment: collected,
    email: collected,
  }),
  copies: v.strictObject({
    backups: text,
    downloads: text,
    emails: text,
    bankStatements: text,
    logs: text,
    photographs: text,
    devices: text,
  }),
  /** Who hosts the server and its backups, and where. */
  hosting: text,
  minors: text,
  corrections: text,
  erasure: text,
  /** Whether forms ask for the age and, under 18, for a parent's name and phone number. */
  askAge: v.exactOptional(v.boolean()),
})
export type PrivacyContent = v.InferOutput<typeof privacy>

export const editionSchema = v.strictObject({
  identity,
  sections: list(group),
  categories: list(group),
  subjects: list(subject),
  eventDetails: v.record(text, eventDetails),
  workshopDetails: v.record(text, workshopDetails),
  teamRules: v.record(text, list(teamRule)),
  tiers: list(tier),
  tiersCaption: v.undefinedable(text),
  delegatePassNotes: texts,
  participantCategories: list(participantCategory),
  yearSuggestions: texts,
  practiceFields: list(practiceField),
  audiences: list(audience),
  audienceQuestion: text,
  lunch: v.undefinedable(lunch),
  accommodation: v.undefinedable(accommodation),
  programme: list(programmeItem),
  contactSections: list(contactSection),
  generalQueries: text,
  refunds: text,
  privacy,
  shop: v.undefinedable(shop),
  sisterEvent: v.undefinedable(sisterEvent),
  about,
  colours,
  legends: v.record(text, legend),
})
export type Edition = v.InferOutput<typeof editionSchema>
export type Deadline = NonNullable<EventDetails['deadlines']>[number]
