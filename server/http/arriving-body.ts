import type { ApiError } from './api-error'

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
