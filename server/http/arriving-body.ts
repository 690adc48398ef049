import type { Refusal } from './refusal'

/** The body of a request while it arrives. Whoever opens one releases it. */
export interface ArrivingBody {
  /** Aborted with a Refusal when the body is not waited for any longer. */
  signal: AbortSignal
  /** Waits no longer for the body, whose reader throws this refusal. */
  refuse: (refusal: Refusal) => void
  /**
   * All of a small body.
   * @throws Refusal `body-too-large`, `request-timeout` or `unavailable`; whatever else means that it broke off
   */
  readWhole: (maxBytes: number) => Promise<Buffer>
  /**
   * A body as it arrives.
   * @throws Refusal `tooLarge`, `request-timeout` or `unavailable`; whatever else means that it broke off
   */
  readChunks: (maxBytes: number, tooLarge: () => Refusal) => AsyncGenerator<Uint8Array>
  /** Gives back the memory, once nothing holds the bytes any more. */
  release: () => void
}
