import { Hono } from 'hono'
import { type DeskCall, type DeskCallName, deskCalls } from '../../festival/desk/calls'
import { mayAct } from '../../festival/desk/roles'
import { ApiError, refuseMethod } from '../http/api-error'
import type { HttpEnvironment } from '../http/environment'
import type { DeskContext, DeskHandlers } from './desk-handlers'
import type { Organiser } from './organiser'
import { type DeskAddress, requireOwnOrigin } from './require-own-origin'

interface Guard {
  address: DeskAddress
  /** Whose session it is; undefined where none holds, or the setting names that person no more. */
  findOrganiser: (context: DeskContext) => Promise<Organiser | undefined>
}

/** @throws ApiError `signed-out`, or `forbidden` for a role that may not */
const requireRole = (organiser: Organiser | undefined, call: DeskCall): Organiser => {
  if (!organiser) throw new ApiError('signed-out', 'You are not signed in. Please ask for a link.')
  if (call.role === 'anyone' || mayAct(organiser.role, call.role)) return organiser
  throw new ApiError('forbidden', `This needs the role ${call.role}; yours is ${organiser.role}.`)
}

const isOpen = (name: DeskCallName): name is 'askForLink' | 'signIn' => deskCalls[name].role === 'anyone'

const isName = (name: string): name is DeskCallName => name in deskCalls

/**
 * Mounts every call of the table, and nothing else, each behind the one guard: origin, session, role. An address without a
 * row in `deskCalls` cannot be mounted (behaviour 14.3).
 */
export const mountDesk = (handlers: DeskHandlers, { address, findOrganiser }: Guard): Hono<HttpEnvironment> => {
  const routes = new Hono<HttpEnvironment>()
  const names = Object.keys(deskCalls).filter(isName)
  for (const name of names) {
    const call: DeskCall = deskCalls[name]
    routes.on(call.method, call.path, async (context) => {
      if (call.method !== 'GET') requireOwnOrigin(context, address)
      if (isOpen(name)) return handlers[name](context)
      return handlers[name](context, requireRole(await findOrganiser(context), call))
    })
  }
  for (const { path } of Object.values(deskCalls)) {
    const methods = names.filter((name) => deskCalls[name].path === path).map((name) => deskCalls[name].method)
    routes.all(path, refuseMethod(methods.join(', ')))
  }
  return routes
}
