import { type Context, Hono } from 'hono'
import {
  type CallParams,
  type CallParsed,
  type CallResponse,
  type DeskCall,
  type DeskCallName,
  deskCalls,
} from '../../festival/contract/calls'
import { type Appointment, mayAct } from '../../festival/contract/organisers'
import { ApiError, refuseMethod } from '../http/api-error'
import { readBody, readQuery } from '../http/bodies'
import type { HttpEnvironment } from '../http/environment'

export type DeskContext = Context<HttpEnvironment>

/** Maps each e-mail address from ORGANISERS, in lower case, to role and events. */
export type Organisers = ReadonlyMap<string, Appointment>

export interface Organiser extends Appointment {
  email: string
  /** Whether ORGANISERS names this organiser. */
  isFromSetting: boolean
  sessionId: string
  endsAt: string
}

/** Limits what a stranger can send from one stolen mailbox. */
export const requiresRelease = ({ role, isFromSetting }: Organiser): boolean =>
  role !== 'admin' || !isFromSetting

interface HandlerInput<Name extends DeskCallName> {
  context: DeskContext
  params: CallParams<Name>
  query: CallParsed<Name, 'query'>
  body: CallParsed<Name, 'body'>
  organiser: (typeof deskCalls)[Name]['role'] extends 'anyone' ? undefined : Organiser
}

type Result<Name extends DeskCallName> = CallResponse<Name> | Response

/** Handlers throw ApiError. */
export type DeskHandlers = {
  [Name in DeskCallName]: (input: HandlerInput<Name>) => Result<Name> | Promise<Result<Name>>
}

interface Guard {
  publicUrl: string
  /** If false, the desk and doors accept all host names of this machine. */
  isPublicUrlSet: boolean
  /** Undefined without a valid session, or if the person is no longer an organiser. */
  findOrganiser: (context: DeskContext) => Promise<Organiser | undefined>
}

/**
 * Accepts changes only from the site's own pages, which cannot fake the header `Origin`.
 * @throws ApiError `forbidden`
 */
export const requireOwnOrigin = (
  context: DeskContext,
  { publicUrl, isPublicUrlSet }: Pick<Guard, 'publicUrl' | 'isPublicUrlSet'>,
): void => {
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
    'This request came from another site. Open the page on the festival’s own site.',
  )
}

/** @throws ApiError `signed-out` or `forbidden` */
const requireRole = (
  organiser: Organiser | undefined,
  { role, isForHeads }: DeskCall,
): Organiser => {
  if (!organiser) {
    throw new ApiError('signed-out', 'You are not signed in. Please ask for a sign-in link.')
  }
  const isAllowed =
    organiser.role === 'head' ? isForHeads : role !== 'anyone' && mayAct(organiser.role, role)
  if (isAllowed) {
    return organiser
  }
  throw new ApiError(
    'forbidden',
    `This action needs the role ${role}, but yours is ${organiser.role}.`,
  )
}

const headQueryFields: readonly string[] = ['event', 'state', 'scope', 'arrived', 'format']

/**
 * Runs for every call, so that handlers need no check of their own.
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
  throw new ApiError('forbidden', 'Open the list of one of your own events.')
}

/** Declared as a method, because TypeScript allows narrower parameters in methods. */
type AnyHandler = {
  handle(input: { [Key in keyof HandlerInput<'decide'>]: unknown }): unknown
}['handle']

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
      const result = await byName[name]?.({
        context,
        organiser,
        params: context.req.param(),
        query: query && readQuery(context, query),
        body: body && (await readBody(context, body, bytes)),
      })
      if (result instanceof Response) {
        return result
      }
      return result === undefined ? context.body(null, 204) : context.json(result, status)
    })
  }
  for (const [, { path }] of calls) {
    const methods = calls.filter(([, call]) => call.path === path).map(([, { method }]) => method)
    routes.all(path, refuseMethod(methods.join(', ')))
  }
  return routes
}
