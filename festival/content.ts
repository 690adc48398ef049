/** The shapes of an edition's content: what each file of `festival/edition/` holds (behaviour 1). */

import type { Day, Instant } from './slot'
import type { ProgrammeItem, Subject, TeamRule } from './subject'
import type { Payee } from './upi'

/** Anatomical colours, by the atlas convention: arteries red, veins blue, nerves yellow, lymph green. */
export type Colour = 'artery' | 'vein' | 'nerve' | 'lymph'

/** What a theme paints: the page, sheets on it, its inks and lines, what dims it under a dialog, and the colours of groups. */
export type Theme = Readonly<Record<'paper' | 'leaf' | 'ink' | 'faded' | 'rule' | 'line' | 'shade' | Colour, string>>

/** What share images and icons are painted with; the last two are the icon's where the system is dark. */
export type ImageColours = Readonly<Record<'paper' | 'ink' | 'axon' | 'mark' | 'darkPaper' | 'darkInk', string>>

/** The colours of an edition; what it leaves out is the house's. */
export interface Colours {
  light?: Partial<Theme>
  dark?: Partial<Theme>
  images?: Partial<ImageColours>
}

/** What a picture shows (behaviour 10.8). */
export interface Legend {
  /** "Purkinje cell". */
  name?: string
  /** What the letters on the drawing point at, from `a` on. */
  marks: readonly string[]
}

/** Legends by the names of their pictures: the key of an event, a workshop or a page. */
export type Legends = Readonly<Record<string, Legend>>

export interface Identity {
  /** "Cerebra 3.0". */
  title: string
  /** "Cerebra". */
  shortTitle: string
  line: string
  /** Whom the home page says the festival includes besides those who expect it: "Paramedic events are included." */
  audienceNote: string
  /** The heading over all workshops. */
  workshopsTitle: string
  /** What the festival is, in one sentence, for search engines and share texts. */
  description: string
  college: string
  association: string
  city: string
  /** Postal address, a line an entry. */
  address: readonly string[]
  email: string
  phones: readonly Phone[]
  payee: Payee
  /** Events and passes ask for the UTR: where a trial with ₹1 showed that notes do not reach the bank. */
  isUtrRequired?: boolean
  firstDay: Day
  lastDay: Day
  countdownTarget: Instant
}

export interface Phone {
  /** Whose it is or what for. */
  label: string
  /** As shown: "+91 00000 00000". */
  number: string
}

/** A section of the events hub, or a category of the workshops page. */
export interface Group {
  id: string
  title: string
  line: string
  colour: Colour
}

/** The long texts of an event; what is not set is not shown. */
export interface EventDetails {
  description: readonly string[]
  topic?: string
  theme?: string
  themes?: readonly string[]
  categories?: readonly string[]
  details?: readonly string[]
  rules?: readonly string[]
  abstract?: readonly string[]
  presentation?: readonly string[]
  /** The order of the day or the stages. */
  agenda?: readonly string[]
  feeNote?: string
  prizeNotes?: readonly string[]
  /** Whoever answers for it; a placeholder until named. */
  incharges?: readonly string[]
  prerequisites?: readonly string[]
  deadlines?: readonly Deadline[]
}

export interface Deadline {
  label: string
  day: Day
}

/** The long texts of a workshop. */
export interface WorkshopDetails {
  description: readonly string[]
  topics: readonly string[]
  incharges: readonly string[]
  prerequisites: readonly string[]
  /** A stated length ("4 hours"), where one is shown beside the times. */
  duration?: string
  notes?: readonly string[]
}

export interface Tier {
  /** The value that a record stores: `novus`. */
  value: string
  /** "Tier 1". */
  label: string
  /** "NOVUS CEREBRI". */
  name: string
  price: number
  includes: readonly string[]
}

/** What a registrant may be. */
export interface RegistrantCategory {
  /** The value that a record stores: `student`. */
  value: string
  /** "Medical Student". */
  label: string
}

/** Whom events and workshops may be meant for; stated to visitors, never enforced. */
export interface Audience {
  /** As a subject names it, and as a sentence has it before the word students: `medical`. */
  value: string
  /** As the schedule's filter has it: "Medical". */
  label: string
  /** The words by which a question to the chatbot means them, with a bar between: `mbbs|medico`. */
  askedBy: string
}

/** The two texts about lunch; a subject's `lunch` decides which one it shows. */
export interface LunchContent {
  included: string
  excluded: string
}

export interface AccommodationContent {
  /** What the record's room type says: "Non-AC". */
  roomType: string
  prebookingFee: number
  /** When the last night begins for which there are rooms. */
  lastNight: Instant
  notices: readonly string[]
  phones: readonly Phone[]
}

export interface Person {
  title: string
  name: string
  phone: string
}

export interface ContactSection {
  name: string
  people: readonly Person[]
}

export interface ShopContent {
  item: string
  price: number
  description: string
  orderFormUrl: string
  phones: readonly Phone[]
}

/** The sister event that the popup announces. */
export interface SisterEvent {
  title: string
  line: string
  text: string
}

export interface AboutContent {
  conference: readonly string[]
  institution: readonly string[]
  association: readonly string[]
  acknowledgements: readonly string[]
}

/** Everything that an edition's folder holds, each part under the name by which its file exports it. */
export interface Edition {
  identity: Identity
  sections: readonly Group[]
  categories: readonly Group[]
  subjects: readonly Subject[]
  eventDetails: Readonly<Record<string, EventDetails>>
  workshopDetails: Readonly<Record<string, WorkshopDetails>>
  teamRules: Readonly<Record<string, readonly TeamRule[]>>
  tiers: readonly Tier[]
  tiersCaption: string
  delegatePassNotes: readonly string[]
  registrantCategories: readonly RegistrantCategory[]
  yearSuggestions: readonly string[]
  audiences: readonly Audience[]
  audienceQuestion: string
  lunch: LunchContent
  accommodation: AccommodationContent
  programme: readonly ProgrammeItem[]
  contactSections: readonly ContactSection[]
  generalQueries: string
  shop: ShopContent
  sisterEvent: SisterEvent
  about: AboutContent
  colours: Colours
  legends: Legends
}
