import type { HttpBindings } from '@hono/node-server'
import type { ArrivingBody } from './arriving-body'

/** Whom a request comes from, for counting only. */
export interface Network {
  /** An IPv6 address by its first 64 bits. */
  address: string
  /** The same by 48 bits: a customer may hold as many. */
  wide: string
}

/** What a request brings along beside itself. Without a socket, as in tests, there are no bindings. */
export interface HttpEnvironment {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    network: Network
    /** The address of the page that answers, where the site has it. */
    page?: string
    openBody: () => ArrivingBody
    /**
     * Counts what is about to be made, a record or a kept upload, once nothing stands against it any more.
     * @throws ApiError `too-many-requests`
     */
    countMade: () => Promise<void>
  }
}
