/**
 * The shapes of an edition's content: what each file of `festival/edition/` holds (behaviour 1). The build and
 * `npm run edition:check` read content by these schemas; everybody else imports the types alone.
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

/** Anatomical colours, by the atlas convention: arteries red, veins blue, nerves yellow, lymph green. */
const colourNames = ['artery', 'vein', 'nerve', 'lymph'] as const
export type Colour = (typeof colourNames)[number]

const colour = v.custom<string>(
  (value) => typeof value === 'string' && /^(?:#[0-9a-f]{6}|rgb\([\d. /]+\))$/i.test(value),
  "a colour such as '#a0281f'",
)
/** What a theme paints: the page, sheets on it, its inks and lines, what dims it under a dialog, and the colours of groups. */
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

/** What share images and icons are painted with; the last two are the icon's where the system is dark. */
const imageParts = ['paper', 'ink', 'axon', 'mark', 'darkPaper', 'darkInk'] as const
export type ImageColours = Readonly<Record<(typeof imageParts)[number], string>>

/** The colours of an edition; what it leaves out is the house's. */
const colours = v.strictObject({
  light: v.exactOptional(v.record(v.picklist(themeParts), colour)),
  dark: v.exactOptional(v.record(v.picklist(themeParts), colour)),
  images: v.exactOptional(v.record(v.picklist(imageParts), colour)),
})
export type Colours = v.InferOutput<typeof colours>

/** What a picture shows (behaviour 10.8). */
const legend = v.strictObject({
  /** "Purkinje cell". */
  name: optionalText,
  /** What the letters on the drawing point at, from `a` on. */
  marks: texts,
})
export type Legend = v.InferOutput<typeof legend>
/** Legends by the names of their pictures: the key of an event, a workshop or a page. */
export type Legends = Readonly<Record<string, Legend>>

const phone = v.strictObject({
  /** Whose it is or what for. */
  label: text,
  /** As shown: "+91 00000 00000". */
  number: text,
})
const phones = list(phone)

const identity = v.strictObject({
  /** "Cerebra 3.0". */
  title: text,
  /** "Cerebra". */
  shortTitle: text,
  line: text,
  /** What it is and for whom, before the figures on home: "The medical students’ festival". */
  headline: text,
  /** Whom the home page says the festival includes besides those who expect it: "Paramedic events are included." */
  audienceNote: text,
  workshopsTitle: text,
  /** What the festival is, in one sentence, for search engines and share texts. */
  description: text,
  college: text,
  association: text,
  city: text,
  /** Postal address, a line an entry. */
  address: texts,
  email: text,
  phones,
  /** `name` is the account holder's name at the bank: a UPI app shows no other. Without a `kind` the payee is a person. */
  payee: v.strictObject({
    id: text,
    name: text,
    kind: v.exactOptional(v.picklist(['person', 'merchant'])),
    /** Four digits, from the bank (8220 is a college). */
    merchantCode: optionalText,
  }),
  /** Events and passes ask for the UTR: where a trial with ₹1 showed that notes do not reach the bank. */
  /** How soon organisers usually check a payment: "within 24 hours". */
  checkTime: text,
  isUtrRequired: v.exactOptional(v.boolean()),
  firstDay: day,
  lastDay: day,
  countdownTarget: instant,
})
export type Identity = v.InferOutput<typeof identity>

/** A section of the events hub, or a category of the workshops page. */
const group = v.strictObject({ id: text, title: text, line: text, colour: v.picklist(colourNames) })
export type Group = v.InferOutput<typeof group>

export const slot = v.strictObject({
  /** Say it where a session before this one was removed or added since the edition was first built (docs/edition.md). */
  id: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999))),
  label: optionalText,
  start: instant,
  end: v.exactOptional(instant),
  part: v.exactOptional(v.picklist(['morning', 'afternoon', 'evening'])),
})
const slots = list(slot)
/** What organisers say of a subject; one that is cancelled does not take place, and its money goes back. */
export const status = v.picklist(['open', 'closed', 'soon', 'with-pass', 'cancelled'])

/**
 * The short facts of one event or workshop: what lists, cards, forms and the server need of it.
 * Its long texts stand in `EventDetails` and `WorkshopDetails` under the same key.
 */
const subject = v.strictObject({
  /** The key that registrations store and links carry, such as `SeniorQuiz`. */
  key: text,
  kind: v.picklist(['event', 'workshop']),
  /** The last part of its address: `/events/senior-quiz`. */
  slug: text,
  aliases: optionalTexts,
  /** What it is: "Senior Quiz". Workshops have their name here. */
  title: text,
  /** The name by which an event goes: "Peristalympics". Workshops have none. */
  nickname: optionalText,
  /** One line under the title: its topic or subtitle. */
  subtitle: text,
  /** One sentence of its own, for cards, search engines and share texts. */
  summary: text,
  /** The id of the section (events) or category (workshops) that lists it. */
  group: text,
  /** Whether a visitor can register; it decides every button, and the server refuses what is not `open` (behaviour 2.2). */
  status,
  /** When registration ends by itself, where that is before it begins (behaviour 16.2). */
  closesAt: v.exactOptional(instant),
  /** Integer rupees; every text about money derives from them (behaviour 3.1). */
  fee: v.variant('per', [
    /** One price for a single entrant and another for a team. */
    v.strictObject({ per: v.literal('member-count'), single: amount, team: amount }),
    /** One price for the whole team, however many it has. */
    v.strictObject({ per: v.literal('team'), amount }),
    /** One price for each registration, whatever the size of the team. */
    v.strictObject({ per: v.literal('entry'), amount }),
    /** No price of its own: a delegate pass opens it. */
    v.strictObject({ per: v.literal('pass'), tier: optionalText }),
  ]),
  /** Whether the fee is shown at all; some closed workshops never announced theirs. */
  feeAnnounced: v.exactOptional(v.literal(false)),
  prize: v.exactOptional(amount),
  teamSize: amount,
  /** Whether a registrant must give a delegate pass id. */
  passRequired: v.boolean(),
  lunch: v.boolean(),
  /** Whom it is meant for, by the values of the edition's audiences; stated to visitors, never enforced. */
  audience: texts,
  slots,
  /** Sessions that were announced and no longer take place: calendar files cancel them. */
  dropped: v.exactOptional(list(slot)),
  /** Which hall or room it is in: "Lecture Hall 2". */
  place: optionalText,
  /** One line that stands out: "Bring your own stethoscope". */
  note: optionalText,
  /** The label of the session before which one registers, where that is not the first: "Prelims". */
  until: optionalText,
})

/** The long texts of an event; what is not set is not shown. */
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
  /** The order of the day or the stages. */
  agenda: optionalTexts,
  feeNote: optionalText,
  prizeNotes: optionalTexts,
  /** Whoever answers for it; a placeholder until named. */
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
  /** A stated length ("4 hours"), where one is shown beside the times. */
  duration: optionalText,
  notes: optionalTexts,
})
export type WorkshopDetails = v.InferOutput<typeof workshopDetails>

/** How many members of a team may be in certain years of study. */
const teamRule = v.strictObject({
  /** Words that stand in the year of those whom it is about, in lower case: `3rd`, `crri`. */
  years: texts,
  atMost: amount,
  /** The rule, as the event's page has it. */
  words: text,
})

const tier = v.strictObject({
  /** The value that a record stores: `novus`. */
  value: text,
  /** "Tier 1". */
  label: text,
  /** "NOVUS CEREBRI". */
  name: text,
  price: amount,
  includes: texts,
})
export type Tier = v.InferOutput<typeof tier>

/** What a registrant may be: the value that a record stores (`student`), and "Medical Student". */
const participantCategory = v.strictObject({ value: text, label: text })
export type ParticipantCategory = v.InferOutput<typeof participantCategory>

/** Whom events and workshops may be meant for; stated to visitors, never enforced. */
const audience = v.strictObject({
  /** As a subject names it, and as a sentence has it before the word students: `medical`. */
  value: text,
  /** As the schedule's filter has it: "Medical". */
  label: text,
  /** The words by which a question to the chatbot means them, with a bar between: `mbbs|medico`. */
  askedBy: text,
})
export type Audience = v.InferOutput<typeof audience>

/** The two texts about lunch; a subject's `lunch` decides which one it shows. */
const lunch = v.strictObject({ included: text, excluded: text })
export type LunchContent = v.InferOutput<typeof lunch>

const accommodation = v.strictObject({
  /** What the record's room type says: "Non-AC". */
  roomType: text,
  prebookingFee: amount,
  /** When the last night begins for which there are rooms. */
  lastNight: instant,
  notices: texts,
  phones,
})
export type AccommodationContent = v.InferOutput<typeof accommodation>

/** Something on the programme that is neither an event nor a workshop; `tier` is the label of the pass that opens it. */
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
  conference: texts,
  institution: texts,
  association: texts,
  acknowledgements: texts,
})
export type AboutContent = v.InferOutput<typeof about>

/** What one form or one kind of proof collects, as the privacy notice states it. */
const collected = v.strictObject({ details: text, purpose: text, readers: text, kept: text })

/** The privacy notice: the page `/privacy`, the line above every submit button, and how long the server keeps proofs. */
const privacy = v.strictObject({
  /** The day of this version. Entries store the version that their form showed. */
  date: day,
  /** Who is responsible for the details, as the line above the submit buttons names it. */
  responsible: text,
  /** Who answers complaints. */
  contact: v.strictObject({ name: text, email: text, phone: text }),
  /** Days after the festival for which the server keeps proofs; undefined: until someone deletes them. */
  proofsKeptDays: v.undefinedable(amount),
  collected: v.strictObject({
    registration: collected,
    pass: collected,
    room: collected,
    payment: collected,
    email: collected,
  }),
  /** Copies that erasing an entry does not reach, or that visitors do not expect. */
  copies: v.strictObject({
    backups: text,
    downloads: text,
    emails: text,
    bankStatements: text,
    logs: text,
    photographs: text,
    devices: text,
  }),
  /** Where the server and its backups are, and who hosts them. */
  hosting: text,
  /** How people under 18 take part. */
  minors: text,
  corrections: text,
  erasure: text,
  /** Whether each form asks if its sender is 18 or older, and under 18 for a parent's name and phone. */
  askAge: v.exactOptional(v.boolean()),
})
export type PrivacyContent = v.InferOutput<typeof privacy>

/** Everything that an edition's folder holds, each part under the name by which its file exports it. */
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
  audiences: list(audience),
  audienceQuestion: text,
  lunch,
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
