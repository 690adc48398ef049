import type { Context } from 'hono'
import type { DeskCallName, deskCalls } from '../../festival/desk/calls'
import type { HttpEnvironment } from '../http/environment'
import type { Organiser } from './organiser'

export type DeskContext = Context<HttpEnvironment>

type Answer = Response | Promise<Response>

/** What answers each call: those that need a session are told whose it is. They throw ApiError. */
export type DeskHandlers = {
  [Name in DeskCallName]: (typeof deskCalls)[Name]['role'] extends 'anyone'
    ? (context: DeskContext) => Answer
    : (context: DeskContext, organiser: Organiser) => Answer
}
