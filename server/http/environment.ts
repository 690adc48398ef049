import type { HttpBindings } from '@hono/node-server'
import type { ApiError } from './api-error'

export interface Network {
  /** An IPv6 address is cut to 64 bits. */
  address: string
  /** An IPv6 address is cut to 48 bits. */
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
     * @returns a function that undoes the count if the record could not be saved
     * @throws ApiError `too-many-requests`
     */
    countEntry: (bytes: number) => Promise<UndoCount>
  }
}

/** An arriving request body. Its opener must release it. */
export interface ArrivingBody {
  signal: AbortSignal
  /** Readers throw this refusal. */
  refuse: (refusal: ApiError) => void
  /**
   * @throws ApiError `body-too-large`, `request-timeout` or `unavailable`. Other errors mean that
   * the body broke off.
   */
  readWhole: (maxBytes: number) => Promise<Buffer>
  /**
   * @throws ApiError `tooLarge`, `request-timeout` or `unavailable`. Other errors mean that the
   * body broke off.
   */
  readChunks: (maxBytes: number, tooLarge: () => ApiError) => AsyncGenerator<Uint8Array>
  release: () => void
}
