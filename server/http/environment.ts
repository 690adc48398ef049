import type { HttpBindings } from '@hono/node-server'
import type { ApiError } from './api-error'

export interface Network {
  /** IPv6 addresses are cut to 64 bits. */
  address: string
  /** IPv6 addresses are cut to 48 bits. */
  wide: string
}

export type UndoCount = () => Promise<void>

/** The bindings are missing without a socket, as in tests. */
export interface HttpEnvironment {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    network: Network
    /** The path of the page that is served, if the site has one for this address. */
    page?: string
    openBody: () => ArrivingBody
    /**
     * @returns a function that reverses the count if the entry could not be saved
     * @throws ApiError `too-many-requests`
     */
    countEntry: (bytes: number) => Promise<UndoCount>
  }
}

/** A request body that is still arriving. The code that opens it must release it. */
export interface ArrivingBody {
  signal: AbortSignal
  /** Makes all reads of the body throw this refusal. */
  refuse: (refusal: ApiError) => void
  /**
   * @throws ApiError `body-too-large`, `request-timeout` or `unavailable`. Other errors mean that
   * the connection broke.
   */
  readWhole: (maxBytes: number) => Promise<Buffer>
  /**
   * @throws ApiError `tooLarge`, `request-timeout` or `unavailable`. Other errors mean that the
   * connection broke.
   */
  readChunks: (maxBytes: number, tooLarge: () => ApiError) => AsyncGenerator<Uint8Array>
  release: () => void
}
