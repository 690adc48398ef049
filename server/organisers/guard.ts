import { type Context, Hono } from 'hono'
import {
  type CallAnswer,
  type CallParams,
  type CallParsed,
  type DeskCall,
  type DeskCallName,
  deskCalls,
} from '../../festival/contract/calls'
import { type Appointment, mayAct } from '../../festival/contract/organisers'
import { ApiError, refuseMethod } from '../http/api-error'
import { readBody, readQuery } from '../http/bodies'
import type { HttpEnvironment } from '../http/environment'

export type DeskContext = Context<HttpEnvironment>

/** Whom the setting names, by their e-mail addresses in lower case. */
export type Organisers = ReadonlyMap<string, Appointment>

/** Who makes a call of the desk: the session holds, and the person is an organiser at this request. */
export interface Organiser extends Appointment {
  email: string
  /** Whether the setting names them: nobody at the desk added them, and nobody there removes them. */
  isFromSetting: boolean
  sessionId: string
  endsAt: string
}

/** Heads, and admins who were added at the desk: one mailbox in a stranger's hands must not reach all participants at once. */
export const requiresRelease = ({ role, isFromSetting }: Organiser): boolean =>
  role !== 'admin' || !isFromSetting

/** A call that passed the guard, its query and body read by the table. */
interface Given<Name extends DeskCallName> {
  context: DeskContext
  params: CallParams<Name>
  query: CallParsed<Name, 'query'>
  body: CallParsed<Name, 'body'>
  organiser: (typeof deskCalls)[Name]['role'] extends 'anyone' ? undefined : Organiser
}

type Answer<Name extends DeskCallName> = CallAnswer<Name> | Response

/** What answers each call: by its JSON, or by a response of its own. They throw ApiError. */
export type DeskHandlers = {
  [Name in DeskCallName]: (given: Given<Name>) => Answer<Name> | Promise<Answer<Name>>
}

interface Guard {
  publicUrl: string
  /** Without it the desk is reached by whatever name this machine goes by. */
  isPublicUrlSet: boolean
  /** Whose session it is; undefined where none holds, or that person is no organiser any more. */
  findOrganiser: (context: DeskContext) => Promise<Organiser | undefined>
}

/**
 * Takes a call that changes something from the site's own pages only: browsers say with each where it comes from, and no page can
 * say it for another (behaviour 14.7).
 * @throws ApiError `forbidden`, also without an `Origin`
 */
const requireOwnOrigin = (context: DeskContext, { publicUrl, isPublicUrlSet }: Guard): void => {
  const origin = context.req.header('Origin')
  if (origin === new URL(publicUrl).origin) {
    return
  }
  const isOfThisHost =
    origin !== undefined &&
    URL.canParse(origin) &&
    new URL(origin).host === context.req.header('Host')
  if (!isPublicUrlSet && isOfThisHost) {
    return
  }
  throw new ApiError(
    'forbidden',
    'This call came from another site. Open the desk on the festival’s own site.',
  )
}

/** @throws ApiError `signed-out`, or `forbidden` for a role that may not */
const requireRole = (
  organiser: Organiser | undefined,
  { role, isForHeads }: DeskCall,
): Organiser => {
  if (!organiser) {
    throw new ApiError('signed-out', 'You are not signed in. Please ask for a link.')
  }
  const isAllowed =
    organiser.role === 'head' ? isForHeads : role !== 'anyone' && mayAct(organiser.role, role)
  if (isAllowed) {
    return organiser
  }
  throw new ApiError('forbidden', `This needs the role ${role}; yours is ${organiser.role}.`)
}

/** All that a head may ask a list by: the event, how its people stand, and as what. */
const headQueryFields: readonly string[] = ['event', 'state', 'scope', 'format']

/**
 * Keeps a head to one of their events, and from asking by money, whatever the call: no handler has to remember (behaviour 14.150).
 * @throws ApiError `forbidden`
 */
const requireOwnEvent = (
  organiser: Organiser | undefined,
  query: Readonly<Record<string, unknown>>,
): void => {
  if (!organiser?.events) {
    return
  }
  const others = Object.keys(query).filter(
    (name) => query[name] !== undefined && !headQueryFields.includes(name),
  )
  if (others.length === 0 && organiser.events.some((key) => key === query.event)) {
    return
  }
  throw new ApiError('forbidden', 'You can see the lists of your own events, one at a time.')
}

/** A method's parameter, unlike a function's, may be narrower: which call a handler is of, its name has said. */
type AnyHandler = { handle(given: { [Key in keyof Given<'decide'>]: unknown }): unknown }['handle']

/**
 * Mounts every call of the table, and nothing else, each behind the one guard: origin, session, role. An address without a
 * row in `deskCalls` cannot be mounted (behaviour 14.3).
 */
export const mountDesk = (handlers: DeskHandlers, guard: Guard): Hono<HttpEnvironment> => {
  const routes = new Hono<HttpEnvironment>()
  const calls: [string, DeskCall][] = Object.entries(deskCalls)
  const byName: Readonly<Record<string, AnyHandler>> = handlers
  for (const [name, call] of calls) {
    const { method, path, role, query, body, bytes, status = 200 } = call
    routes.on(method, path, async (context) => {
      if (method !== 'GET') {
        requireOwnOrigin(context, guard)
      }
      const organiser =
        role === 'anyone' ? undefined : requireRole(await guard.findOrganiser(context), call)
      if (query) {
        requireOwnEvent(organiser, context.req.query())
      }
      const answer = await byName[name]?.({
        context,
        organiser,
        params: context.req.param(),
        query: query && readQuery(context, query),
        body: body && (await readBody(context, body, bytes)),
      })
      if (answer instanceof Response) {
        return answer
      }
      return answer === undefined ? context.body(null, 204) : context.json(answer, status)
    })
  }
  for (const [, { path }] of calls) {
    const methods = calls.filter(([, call]) => call.path === path).map(([, { method }]) => method)
    routes.all(path, refuseMethod(methods.join(', ')))
  }
  return routes
}
