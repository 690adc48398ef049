import type { HttpBindings } from '@hono/node-server'
import type { ApiError } from './api-error'

/** Whom a request comes from, for counting only. */
export interface Network {
  /** An IPv6 address by its first 64 bits. */
  address: string
  /** The same by 48 bits: a customer may hold as many. */
  wide: string
}

export type UndoCount = () => Promise<void>

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
     * Counts the record that is about to be made, once nothing stands against it any more, and the bytes of its files.
     * @returns a function that undoes the count if the record could not be saved
     * @throws ApiError `too-many-requests`
     */
    countEntry: (bytes: number) => Promise<UndoCount>
  }
}

/** The body of a request while it arrives. Whoever opens one releases it. */
export interface ArrivingBody {
  /** Aborted with an ApiError when the body is not waited for any longer. */
  signal: AbortSignal
  /** Waits no longer for the body, whose reader throws this refusal. */
  refuse: (refusal: ApiError) => void
  /**
   * All of a small body.
   * @throws ApiError `body-too-large`, `request-timeout` or `unavailable`; whatever else means that it broke off
   */
  readWhole: (maxBytes: number) => Promise<Buffer>
  /**
   * A body as it arrives.
   * @throws ApiError `tooLarge`, `request-timeout` or `unavailable`; whatever else means that it broke off
   */
  readChunks: (maxBytes: number, tooLarge: () => ApiError) => AsyncGenerator<Uint8Array>
  /** Gives back the memory, once nothing holds the bytes any more. */
  release: () => void
}
