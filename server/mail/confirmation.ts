import * as v from 'valibot'
import { identity } from '#edition/identity'
import type { Subject } from '../../festival/content/subject'
import { filePath } from '../../festival/forms/api'
import type { Festival } from '../../festival/live/state'
import { makeProgrammeCalendar } from '../../festival/schedule/calendar'
import type { Clock } from '../system/clock'
import { paintTicketQr } from '../system/ticket-qr'
import { type EmailContent, type Fact, link, renderText, toSingleLine } from './email-content'
import type { Mail, MailBodies } from './mailer'
import { renderHtml } from './render-html'

interface ConfirmationKind<Payload extends object> {
  /**
   * Later versions must be able to read stored payloads: new fields are `v.optional`, and no field
   * is renamed, removed or narrowed. When the schema grows, add the previous version's payload to
   * `stored-payloads/`.
   */
  schema: v.GenericSchema<unknown, Payload> & {
    entries: Readonly<Record<string, { type: string }>>
  }
  write: (payload: Payload, address: string, subjects: readonly Subject[]) => EmailContent
}

export type Confirmation = Pick<Mail, 'subject' | 'replyTo' | 'renderBodies' | 'templateParams'>

/** @throws Error when the payload does not fit the schema */
export type ReadConfirmation = (json: string) => Confirmation

export interface Installation {
  address: string
  /** With a desk, links to files lead to the entry at the desk. */
  hasDesk?: boolean
  clock: Clock
  festival: () => Festival
}

export const createConfirmationReader =
  <Payload extends object>(kind: ConfirmationKind<Payload>) =>
  (installation: Installation): ReadConfirmation =>
  (json) => {
    const { address, hasDesk = false, festival } = installation
    const payload = v.parse(kind.schema, JSON.parse(json))
    const written = withSiteLinks(kind.write(payload, address, festival().subjects), address)
    const content = hasDesk ? moveFilesToOrganisers(written, address + filePath('')) : written
    return {
      ...render(content, installation),
      templateParams: () => listTemplateParams(kind, payload),
    }
  }

const writeCalendar = (
  { fileName, entries }: NonNullable<EmailContent['sessions']>,
  { address, clock, festival }: Installation,
): NonNullable<MailBodies['calendar']> => {
  const frame = { identity, address, now: clock().getTime(), revision: festival() }
  return { name: fileName, text: makeProgrammeCalendar(entries, frame) }
}

const render = ({ sessions, ...content }: EmailContent, installation?: Installation) => ({
  subject: toSingleLine(content.subject),
  replyTo: identity.email,
  renderBodies: async () => ({
    html: await renderHtml(content),
    text: renderText(content),
    calendar: sessions && installation && writeCalendar(sessions, installation),
    ticketQr: content.ticketCode ? paintTicketQr(content.ticketCode) : undefined,
  }),
})

const withSiteLinks = (content: EmailContent, address: string): EmailContent => ({
  ...content,
  groups: [
    ...content.groups,
    {
      title: 'Status and privacy',
      facts: [
        link('Check my registration', `${address}/did-it-arrive`),
        link('Privacy notice', `${address}/privacy`),
      ],
    },
  ],
})

/** With a desk, only organisers can open files, so the links to them come last. */
const moveFilesToOrganisers = (content: EmailContent, files: string): EmailContent => {
  const isFile = (fact: Fact) => fact.isLink === true && fact.lines[0]?.startsWith(files) === true
  const fileFacts = content.groups.flatMap(({ facts }) => facts.filter(isFile))
  if (fileFacts.length === 0) {
    return content
  }
  const groups = content.groups
    .map(({ title, facts }) => ({ title, facts: facts.filter((fact) => !isFile(fact)) }))
    .filter(({ facts }) => facts.length > 0)
  return { ...content, groups: [...groups, { title: 'For the organisers', facts: fileFacts }] }
}

const listTemplateParams = <Payload extends object>(
  { schema: { entries } }: ConfirmationKind<Payload>,
  payload: Payload,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]) =>
      entries[name]?.type === 'optional' ? [] : [[name, String(value)]],
    ),
  )

/** An e-mail from the desk. Its stored schema may only gain optional fields. */
interface EmailKind<Payload extends { email: string }> {
  schema: v.GenericSchema<unknown, Payload>
  write: (payload: Payload) => EmailContent
}

/** @param installation required by kinds that attach a calendar file */
export const createEmailReader =
  <Payload extends { email: string }>(
    { schema, write }: EmailKind<Payload>,
    installation?: Installation,
  ): ReadConfirmation =>
  (json) => {
    const payload = v.parse(schema, JSON.parse(json))
    const content = write(payload)
    const rendered = render(content, installation)
    const { subject } = rendered
    return {
      ...rendered,
      templateParams: () => ({ email: payload.email, subject, text: renderText(content) }),
    }
  }
