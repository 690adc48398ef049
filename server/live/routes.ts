import { Hono } from 'hono'
import { statePath } from '../../festival/forms/api'
import { refuseMethod } from '../http/api-error'
import type { HttpEnvironment } from '../http/environment'
import type { FestivalState } from './current'

/** Open pages poll the state once a minute while they are visible. */
export const stateRoutes = ({
  snapshot,
}: Pick<FestivalState, 'snapshot'>): Hono<HttpEnvironment> => {
  const routes = new Hono<HttpEnvironment>()
  routes.get(statePath, (context) => {
    const { body, etag } = snapshot()
    const headers = { ETag: etag, 'Cache-Control': 'no-cache' }
    // A proxy that compresses responses turns the ETag into a weak one.
    if (context.req.header('If-None-Match')?.includes(etag)) {
      return context.body(null, 304, headers)
    }
    return context.body(body, 200, { ...headers, 'Content-Type': 'application/json' })
  })
  routes.all(statePath, refuseMethod('GET'))
  return routes
}
