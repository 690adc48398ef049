import type { HttpBindings } from '@hono/node-server'

/** What a request brings along beside itself. Without a socket, as in tests, there are no bindings. */
export interface HttpEnvironment {
  Bindings: Partial<HttpBindings>
  Variables: { requestId: string }
}
