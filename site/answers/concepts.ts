import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { categories, sections } from '#edition/groups'
import { identity } from '#edition/identity'
import { contactSections } from '#edition/people'
import { programme } from '#edition/programme'
import { shop } from '#edition/shop'
import { sisterEvent } from '#edition/sister-event'
import type { Audience } from '../../festival/subject'
import { type Aspect, aspects } from './aspects'
import { ordinaryWords, readWords } from './words'

/** What a question may be about, besides the events and workshops themselves. */
export const topicNames = [
  'refund',
  'coupon',
  'stay',
  'shop',
  'sister',
  'upload',
  'confirmation',
  'pay',
  'contact',
  'schedule',
  'hosts',
  'about',
  'bot',
  'thanks',
  'greeting',
] as const

export type Topic = (typeof topicNames)[number]

/** Something that words of a question can mean. */
export type Concept =
  | { kind: 'subject'; key: string }
  | { kind: 'aspect'; aspect: Aspect }
  | { kind: 'topic'; topic: Topic }
  | { kind: 'whole'; of: 'event' | 'workshop' }
  | { kind: 'group'; id: string }
  | { kind: 'audience'; audience: Audience }
  | { kind: 'tier'; value: string }
  | { kind: 'item'; id: string }
  | { kind: 'office'; title: string }

/** Words that, all found in a question, mean a concept. A hint is a single word that gives way to every name. */
export interface Phrase {
  words: readonly string[]
  concept: Concept
  strength: 'name' | 'word' | 'hint'
}

const aspectWords: Record<Aspect, string> = {
  prize: 'prize|prize money|prize pool|award|win|winning|winner|trophy|reward|cash prize|prize worth',
  lunch: 'lunch|food|meal|breakfast|dinner|veg|snack|eat|refreshment',
  team: 'team|member|team size|teammate|solo|alone|individual|single|partner|how many people|how many student|per team|duo|trio',
  deadline:
    'deadline|last date|last day|due|due date|closing date|final date|cutoff|cut off|submission|submit|till when|when registration close|when registration end|when registration open|last date register|expire',
  fee: 'fee|cost|price|charge|amount|how much|how much pay|rupee|rs|inr|pricing|expensive|cheap|entry fee|registration fee|workshop fee|event fee|participation fee|free',
  pass: 'delegate pass|pass|delegate|ticket|tier|delegate id|delegate card|delegate fee|delegate registration',
  rules: 'rule|regulation|guideline|format|instruction|abstract|criteria judging',
  learn: 'topic|syllabus|learn|teach|cover|theme|content|portion|taught|subject|agenda',
  incharge: 'incharge|in charge|coordinator|convenor|faculty incharge',
  register:
    'register|registration|how register|how registration|sign up|signup|enrol|enroll|apply|book|join|enter|how participate|how take part|how apply|regn|reg|registration link|registration form|last date register now',
  open: 'open|available|still open|open now|ongoing|vacancy|seat|slot left|closed|close|sold out|status|registration open|registration closed|filled',
  who: 'eligible|eligibility|who can|who participate|who attend|who allowed|can participate|participate|participation|participant|allow|allowed|attend|prerequisite|requirement|take part|eligibility criteria|meant for|who eligible|criteria|can join|can i join|external participant|external|outsider|faculty|doctor|postgraduate',
  where:
    'where|venue|place|location|address|located|hall|map|reach|direction|campus|how reach|google map|map link|location link|where held|situated|city',
  when: 'when|date|time|timing|what time|start|begin|how long|duration|start time|end|which day|what day|how many day|which date|held',
}

const topicWords: Record<Topic, string> = {
  refund:
    'refund|refundable|cancel|cancellation|money back|cancel registration|return money|registration refund|fee refund|pass refund',
  coupon:
    'coupon|discount|promo|promo code|coupon code|offer|voucher|early bird|concession|early bird discount|referral',
  stay: 'accommodation|stay|room|hostel|hotel|lodging|sleep|ac|ac room|non ac|prebooking|pre booking|accommodation fee|accommodation cost|room fee|room cost|bed|dormitory|accommodation contact|overnight',
  shop: 'shirt|t shirt|tshirt|tee|merch|merchandise|shop|hoodie|clothing|merchandise price|t shirt price|t shirt cost|tshirt price|tshirt cost',
  sister: 'sister event|coming soon',
  upload:
    'screenshot|upload|upload screenshot|payment screenshot|payment proof|file size|screenshot size|proof of payment|image size',
  confirmation:
    'confirmation|confirm|registration id|confirmation mail|confirmation email|receipt|acknowledgement|no email|not received|did not receive email|didnt get email|payment failed|paid but|money deducted|registration confirmed|confirmation number',
  pay: 'pay|payment|upi|gpay|google pay|phonepe|paytm|qr|qr code|cash|card|transaction|how pay|payment mode|payment method|utr|bank',
  contact:
    'contact|call|phone|number|helpline|help desk|help|support|query|mobile|email|mail|whatsapp|contact number|phone number|who call|who contact|talk someone|organiser number|doubt|problem|issue|instagram',
  schedule:
    'schedule|programme|program|timetable|itinerary|programme schedule|event schedule|workshop schedule|time table|calendar',
  hosts:
    'organiser|organizer|organise|organize|who organising|association|which college|host college|about college|college name|conducting college|institution|host|who conducting|team behind',
  about:
    'fest|festival|conference|what fest|what festival|about fest|about festival|theme fest|theme festival|fest theme',
  bot: 'who you|you bot|you human|chatbot|bot|you real|robot|your name|you ai|you person',
  thanks: 'thank|thanks|thx|thank you|ty|bye|goodbye|great|cool|nice|ok thanks|perfect',
  greeting: 'hi|hello|hey|hii|hiii|good morning|good evening|good afternoon|namaste|vanakkam|greetings',
}

const audienceWords: Record<Audience, string> = {
  paramedical:
    'paramedic|paramedical|allied health|allied|paramedical student|nursing|nurse|bsc|physiotherapy|physiotherapist',
  dental: 'dental|dentist|bds|dentistry|dental student',
  medical: 'mbbs|medical student|medico|medicos|intern|crri|crmi|internship|house surgeon|final year|undergraduate|ug',
}

const wholeWords = {
  event: 'event|competition|all event|contest',
  workshop: 'workshop|all workshop|hands on|session|cme',
} as const

const say = (texts: string, concept: Concept): Phrase[] =>
  texts.split('|').map((text) => ({ words: readWords(text), concept, strength: 'word' }))

/** A name as people write it: its words, and the words run together ("codewild", "tshirt"). */
const nameIt = (name: string, concept: Concept): Phrase[] => {
  const all = readWords(name)
  const words = all.filter((word) => !ordinaryWords.has(word))
  const joined = readWords(name.replace(/[^\p{L}\p{N}]/gu, ''))
  return [words.length > 0 ? words : all, ...(all.length > 1 ? [joined] : [])].map((each) => ({
    words: each,
    concept,
    strength: 'name',
  }))
}

/** Each single word of some texts that belongs to at most two of their owners. */
const hintAt = (owners: readonly { texts: readonly string[]; concept: Concept }[]): Phrase[] => {
  const read = owners.map(({ texts, concept }) => ({
    concept,
    words: new Set(texts.flatMap(readWords).filter((word) => word.length > 1 && !ordinaryWords.has(word))),
  }))
  return read.flatMap(({ words, concept }) =>
    [...words]
      .filter((word) => read.filter((other) => other.words.has(word)).length <= 2)
      .map((word): Phrase => ({ words: [word], concept, strength: 'hint' })),
  )
}

/** Words of names that mean too much else to point at their owner. */
const tooBroad = readWords(
  'medical medicine basic original teach team live action code case online inside digital short shift care management gross chief general public social service award head',
)

const isTelling = ({ words }: Phrase) => !words.some((word) => tooBroad.includes(word))

const subjectPhrases = subjects.flatMap(({ key, title, nickname, slug, aliases = [] }) =>
  [title, key, slug, ...(nickname ? [nickname, `${title} ${nickname}`] : []), ...aliases].flatMap((name) =>
    nameIt(name, { kind: 'subject', key }),
  ),
)

const subjectHints = hintAt(
  subjects.map(({ key, title, nickname = '', subtitle }) => ({
    texts: [title, nickname, subtitle],
    concept: { kind: 'subject', key },
  })),
).filter(isTelling)

/** "Prelims", "Finals": who names one asks when it is. */
const stages = subjects
  .flatMap(({ slots }) => slots.flatMap(({ label = '' }) => readWords(label)))
  .filter((word) => !tooBroad.includes(word) && !ordinaryWords.has(word))

const offices = contactSections.flatMap(({ people }) => people.map(({ title }) => title))
const officeConcept = (title: string): Concept => ({ kind: 'office', title })

/** What stands before a dash or a bracket: "Quizzes" of "Quizzes — the Scholar Trophy". */
const mainPart = (title: string) => title.split(/ [—(]/)[0] ?? title

/** Every phrase that this edition understands (behaviour 11.2). */
export const phrases: readonly Phrase[] = [
  ...subjectPhrases,
  ...subjectHints,
  ...aspects.flatMap((aspect) => say(aspectWords[aspect], { kind: 'aspect', aspect })),
  ...stages.flatMap((word) => say(word, { kind: 'aspect', aspect: 'when' })),
  ...topicNames.flatMap((topic) => say(topicWords[topic], { kind: 'topic', topic })),
  ...(['paramedical', 'dental', 'medical'] as const).flatMap((audience) =>
    say(audienceWords[audience], { kind: 'audience', audience }),
  ),
  ...(['event', 'workshop'] as const).flatMap((of) => say(wholeWords[of], { kind: 'whole', of })),
  ...[...sections.map(({ id, title }) => ({ id, name: title })), ...categories].flatMap(({ id, name }) => [
    { words: readWords(mainPart(name)), concept: { kind: 'group', id } as const, strength: 'name' as const },
    ...readWords(mainPart(name))
      .slice(0, 1)
      .filter((word) => !ordinaryWords.has(word))
      .flatMap((word) => say(word, { kind: 'group', id })),
  ]),
  ...tiers.flatMap(({ value, label, name }) =>
    [value, label, name].flatMap((text) => nameIt(text, { kind: 'tier', value })),
  ),
  ...programme.flatMap(({ id, title }) => nameIt(title, { kind: 'item', id })),
  ...hintAt(programme.map(({ id, title }) => ({ texts: [title], concept: { kind: 'item', id } }))),
  ...offices.flatMap((title) => nameIt(title, officeConcept(title))),
  ...hintAt(offices.map((title) => ({ texts: [title], concept: officeConcept(title) }))).filter(isTelling),
  ...nameIt(shop.item, { kind: 'topic', topic: 'shop' }),
  ...nameIt(sisterEvent.title, { kind: 'topic', topic: 'sister' }),
  ...[identity.title, identity.shortTitle].flatMap((title) => nameIt(title, { kind: 'topic', topic: 'about' })),
]
