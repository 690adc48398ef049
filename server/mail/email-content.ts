import * as v from 'valibot'
import { identity } from '#edition/identity'
import type { Colour } from '../../festival/content/content'
import { checkTimeWords } from '../../festival/content/help-desk'
import { formatPlace } from '../../festival/content/place'
import { formatDay, formatDays, formatHours, toDay } from '../../festival/content/slot'
import type { ProgrammeEntry } from '../../festival/content/subject'
import { formatTicketCode } from '../../festival/contract/ticket'
import { type Answers, type Details, listAnswers, mapDetails } from '../../festival/forms/details'
import type { Referenced } from '../../festival/payment/upi'
import { breakLinks } from '../../festival/text/break-links'

/** The source of both the HTML and the plain text. */
export interface EmailContent {
  subject: string
  colour: Colour
  kicker: string
  title: string
  paragraphs: readonly string[]
  /** Whether web addresses in the paragraphs become links. Allowed only for organisers' texts. */
  opensLinks?: true
  action?: { label: string; address: string }
  /** Shown as a QR code and as text. */
  ticketCode?: string
  /** The highlighted fact, such as the registration ID. */
  stamp: Fact
  groups: readonly { title: string; facts: readonly Fact[] }[]
  sessions?: { fileName: string; entries: readonly ProgrammeEntry[] }
  /** Why the reader receives this e-mail, unless the reason is a form. */
  footerReason?: string
}

export interface Fact {
  label: string
  lines: readonly string[]
  isLink?: true
}

export const fact = (label: string, ...lines: string[]): Fact => ({ label, lines })

/** For participants' text, in which no address may become a link. */
export const untrustedFact = (label: string, ...lines: string[]): Fact => ({
  label,
  lines: lines.map(breakLinks),
})

/**
 * Only for addresses that the server itself generated. Text that replaces a missing file remains
 * plain.
 */
export const link = (label: string, url: string): Fact =>
  URL.canParse(url) ? { label, lines: [url], isLink: true } : fact(label, url)

export const group = (title: string, ...facts: Fact[]) => ({ title, facts })

const ticketFact = (code: string): Fact => fact('Ticket code', formatTicketCode(code))

export const answerFacts = <List extends Details>(list: List, from: Answers<List>): Fact[] =>
  listAnswers(list, from).map(({ label, value }) => fact(label, value))

/** For participants' text, also in EmailJS templates. */
export const untrustedText = v.pipe(v.string(), v.transform(breakLinks))

/** Optional, because the organisers' templates do not have this field. */
export const optionalText = v.optional(untrustedText, '')

export const referenceText = { payment_reference: optionalText }

export const answerTexts = <List extends Details>(list: List) =>
  mapDetails(list, ({ choices, isOriginal }) => {
    const text = choices ? v.string() : untrustedText
    return isOriginal ? text : v.optional(text, '')
  })

export const paymentFacts = ({
  payment_reference: reference,
  utr,
}: Referenced & { utr?: string }): Fact[] => {
  const facts = []
  if (reference) {
    facts.push(fact('Payment reference', reference))
  }
  if (utr) {
    facts.push(fact('UTR', utr))
  }
  return facts
}

export const listFooterLines = ({
  footerReason = 'You are receiving this e-mail because your address was entered in a form on our site.',
}: Pick<EmailContent, 'footerReason'>): readonly string[] => {
  const phones = identity.phones.map(({ label, number }) => `${label} ${number}`)
  return [
    `${identity.title}, ${formatDays(identity.firstDay, identity.lastDay)}`,
    formatPlace(identity),
    `Questions? ${[identity.email, ...phones].join(' · ')}`,
    footerReason,
  ]
}

export const describeNextStep = (what: 'payment' | 'registration'): string =>
  `We are checking your ${what} and will e-mail you. You do not need to do anything. ${checkTimeWords}`

export const nextStepText = describeNextStep('payment')

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
  ]
  if (content.action) {
    blocks.push([`${content.action.label}:`, content.action.address])
  }
  if (content.ticketCode) {
    blocks.push(factLines(ticketFact(content.ticketCode)))
  }
  blocks.push(factLines(content.stamp))
  for (const { title, facts } of content.groups) {
    blocks.push([title.toUpperCase(), ...facts.flatMap(factLines)])
  }
  blocks.push(['--', ...listFooterLines(content)])
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const sessionFact = ({ slot }: ProgrammeEntry): Fact =>
  fact(slot.label ?? 'When', `${formatDay(toDay(slot.start))}, ${formatHours(slot)}`)

export const whenAndWhere = (sessions: readonly ProgrammeEntry[], ...links: readonly Fact[]) =>
  group(
    'When and where',
    ...sessions.map(sessionFact),
    fact('Place', formatPlace(identity, sessions[0]?.subject)),
    ...links,
  )
