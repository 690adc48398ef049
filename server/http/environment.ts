import type { HttpBindings } from '@hono/node-server'
import type { ApiError } from './api-error'

/** The client's address, for counting only. */
export interface Network {
  /** An IPv6 address is cut to 64 bits. */
  address: string
  /** Cut to 48 bits, which one customer may have. */
  wide: string
}

export type UndoCount = () => Promise<void>

/** Without a socket, as in tests, there are no bindings. */
export interface HttpEnvironment {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    network: Network
    /** The path of the page that answers, if the site has one. */
    page?: string
    openBody: () => ArrivingBody
    /**
     * Counts the new record and the bytes of its files, after all other checks.
     * @returns a function that undoes the count if the record could not be saved
     * @throws ApiError `too-many-requests`
     */
    countEntry: (bytes: number) => Promise<UndoCount>
  }
}

/** An arriving request body. Its opener must release it. */
export interface ArrivingBody {
  /** Aborted with an ApiError once the body is refused. */
  signal: AbortSignal
  /** Stops waiting; readers throw this refusal. */
  refuse: (refusal: ApiError) => void
  /**
   * @throws ApiError `body-too-large`, `request-timeout` or `unavailable`. Any other error means
   * that the body broke off.
   */
  readWhole: (maxBytes: number) => Promise<Buffer>
  /**
   * @throws ApiError `tooLarge`, `request-timeout` or `unavailable`. Any other error means that the
   * body broke off.
   */
  readChunks: (maxBytes: number, tooLarge: () => ApiError) => AsyncGenerator<Uint8Array>
  /** Releases the memory. Call it when the bytes are no longer used. */
  release: () => void
}
