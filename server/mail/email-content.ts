import * as v from 'valibot'
import { identity } from '#edition/identity'
import type { Colour } from '../../festival/content/content'
import { checkTimeWords } from '../../festival/content/help-desk'
import { formatPlace } from '../../festival/content/place'
import { formatDay, formatDays, formatHours, toDay } from '../../festival/content/slot'
import type { ProgrammeEntry } from '../../festival/content/subject'
import { type Answers, type Details, listAnswers, mapDetails } from '../../festival/forms/details'
import type { Referenced } from '../../festival/payment/upi'
import { breakLinks } from '../../festival/text/break-links'

/** What a confirmation says, before it is set as a page or as plain text: both are made from this, so both are whole. */
export interface EmailContent {
  subject: string
  /** The anatomical colour of its rules. */
  colour: Colour
  kicker: string
  title: string
  paragraphs: readonly string[]
  /** Whether addresses of the web in them open: an organiser wrote them, and no registrant. */
  opensLinks?: true
  action?: { label: string; address: string }
  /** What the registrant will look for again. */
  stamp: Fact
  groups: readonly { title: string; facts: readonly Fact[] }[]
  /** What goes into a calendar, where it tells of sessions. */
  sessions?: { fileName: string; entries: readonly ProgrammeEntry[] }
  /** Why its reader gets it, where that is not a form. */
  footerReason?: string
}

/** A field by its label. A value may have several lines. */
export interface Fact {
  label: string
  lines: readonly string[]
  /** Whether the value is an address that opens. */
  isLink?: true
}

export const fact = (label: string, ...lines: string[]): Fact => ({ label, lines })

/** What the registrant typed: nothing in it becomes a link. */
export const untrustedFact = (label: string, ...lines: string[]): Fact => ({
  label,
  lines: lines.map(breakLinks),
})

/**
 * An address, shown and opened as it stands. Only what the server itself wrote may be one; the words that stand in the place of a
 * file which there is not are words.
 */
export const link = (label: string, url: string): Fact =>
  URL.canParse(url) ? { label, lines: [url], isLink: true } : fact(label, url)

/** Facts under what they are about. */
export const group = (title: string, ...facts: Fact[]) => ({ title, facts })

/** What the answers to a form's questions say. */
export const answerFacts = <List extends Details>(list: List, from: Answers<List>): Fact[] =>
  listAnswers(list, from).map(({ label, value }) => fact(label, value))

/** What a registrant typed: nothing in it becomes a link, in a service's template either (behaviour 7.30). */
export const untrustedText = v.pipe(v.string(), v.transform(breakLinks))

/** A text that the organisers' templates don't know, as whatever is optional. */
export const optionalText = v.optional(untrustedText, '')

export const referenceText = { payment_reference: optionalText }

export const answerTexts = <List extends Details>(list: List) =>
  mapDetails(list, ({ choices, isOriginal }) => {
    const text = choices ? v.string() : untrustedText
    return isOriginal ? text : v.optional(text, '')
  })

/** What a payment can be found by in the bank's statement, as far as it is known (behaviour 3.10). */
export const paymentFacts = ({
  payment_reference: reference,
  utr,
}: Referenced & { utr?: string }): Fact[] => [
  ...(reference ? [fact('Payment reference', reference)] : []),
  ...(utr ? [fact('UTR', utr)] : []),
]

/** Whose e-mail it is and whom to ask; at the foot of every one. */
export const listFooterLines = ({
  footerReason = 'You get this e-mail because your address was given in a form on our site.',
}: Pick<EmailContent, 'footerReason'>): readonly string[] => [
  `${identity.title}, ${formatDays(identity.firstDay, identity.lastDay)}`,
  formatPlace(identity),
  `Questions? ${[identity.email, ...identity.phones.map((phone) => `${phone.label} ${phone.number}`)].join(' · ')}`,
  footerReason,
]

/** What every confirmation says of the payment, which nobody has checked yet (behaviour 7.50). */
export const nextStepText = `We still have to check that your money arrived. Then we e-mail you; you do not need to do anything. ${checkTimeWords}`

/** A header is one line, whatever a registrant managed to write. */
export const toSingleLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

export const renderText = (content: EmailContent): string => {
  const factLines = ({ label, lines }: Fact) =>
    lines.length > 1
      ? [`${label}:`, ...lines.map((line) => `  ${line}`)]
      : [`${label}: ${lines[0] ?? ''}`]
  const blocks = [
    [identity.title.toUpperCase(), content.kicker, content.title],
    ...content.paragraphs.map((paragraph) => [paragraph]),
    ...(content.action ? [[`${content.action.label}:`, content.action.address]] : []),
    factLines(content.stamp),
    ...content.groups.map((group) => [
      group.title.toUpperCase(),
      ...group.facts.flatMap(factLines),
    ]),
    ['--', ...listFooterLines(content)],
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const sessionFact = ({ slot }: ProgrammeEntry): Fact =>
  fact(slot.label ?? 'When', `${formatDay(toDay(slot.start))}, ${formatHours(slot)}`)

/** What an e-mail says of the time and the place of these sessions, with whatever leads to more (behaviour 7.40). */
export const whenAndWhere = (sessions: readonly ProgrammeEntry[], ...links: readonly Fact[]) =>
  group(
    'When and where',
    ...sessions.map(sessionFact),
    fact('Place', formatPlace(identity, sessions[0]?.subject)),
    ...links,
  )
