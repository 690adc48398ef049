import * as v from 'valibot'
import { identity } from '#edition/identity'
import type { Subject } from '../../festival/content/subject'
import { filePath } from '../../festival/forms/api'
import type { Festival } from '../../festival/live/state'
import { makeProgrammeCalendar } from '../../festival/schedule/calendar'
import type { Clock } from '../system/clock'
import { type EmailContent, type Fact, link, renderText, toSingleLine } from './email-content'
import type { Mail, MailBodies } from './mailer'
import { renderHtml } from './render-html'

interface ConfirmationKind<Payload extends object> {
  /**
   * What a message of this kind stores as JSON. It may be sent by a later version than the one that wrote it, so what is
   * stored stays readable: a new field is `v.optional`, and none is renamed, removed or narrowed (behaviour 7.22). When
   * the shape grows, what the version before stored is added to `stored-payloads/` as its next version; a test sends
   * every one of them.
   */
  schema: v.GenericSchema<unknown, Payload> & {
    entries: Readonly<Record<string, { type: string }>>
  }
  /** @param address the site's, without a slash at the end, for links */
  write: (payload: Payload, address: string, subjects: readonly Subject[]) => EmailContent
}

/** What an e-mail says, in both of the ways that the engines need. */
export type Confirmation = Pick<Mail, 'subject' | 'replyTo' | 'renderBodies' | 'templateParams'>

/**
 * Makes the e-mail of a stored message from its payload as JSON text (behaviour 7.11).
 * @throws Error when the payload is not one of this kind
 */
export type ReadConfirmation = (json: string) => Confirmation

export interface Installation {
  /** The site's address, without a slash at the end. */
  address: string
  /** Whether organisers have a desk: files are shown there then, and not at their addresses. */
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

/** The calendar file of the sessions that an e-mail tells of, as they are at the moment it is sent. */
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
  }),
})

/** The e-mail with where its reader can ask later how the form stands (behaviour 14.41), and what is kept of it (7.124). */
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

/**
 * The e-mail with the addresses of files in a part of their own at its end: they lead organisers to the record, and no one
 * else (behaviour 6.34).
 */
const moveFilesToOrganisers = (content: EmailContent, files: string): EmailContent => {
  const isFile = (fact: Fact) => fact.isLink === true && fact.lines[0]?.startsWith(files) === true
  const fileFacts = content.groups.flatMap(({ facts }) => facts.filter(isFile))
  if (fileFacts.length === 0) {
    return content
  }
  const groups = content.groups.map((group) => ({
    ...group,
    facts: group.facts.filter((fact) => !isFile(fact)),
  }))
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

/** An e-mail of the desk: what a message of its kind stores, which may only grow by optional fields, and its words. */
interface EmailKind<Payload extends { email: string }> {
  schema: v.GenericSchema<unknown, Payload>
  write: (payload: Payload) => EmailContent
}

/**
 * Puts together what the e-mails of one kind are made from. A service of templates gets them whole, as a text.
 * @param installation needed by a kind that brings a calendar file
 */
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
