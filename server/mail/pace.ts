import { setTimeout as pause } from 'node:timers/promises'

/** The first rest after the other side asked for fewer e-mails, doubled with each further one, in milliseconds. */
const firstRestMs = 2_000
const longestRestMs = 60_000
/** However long the other side asks all of us to wait, now and then one is tried. */
const longestAskedMs = 600_000

/**
 * How fast e-mails may begin. It measures by a clock that is never set, so that correcting the machine's time neither
 * stops nor floods the mail (behaviour 7.18).
 */
export class Pace {
  readonly #gapMs: number
  #nextAt = 0
  #restUntil = 0
  #restMs = firstRestMs
  readonly #end = new AbortController()

  /** `perSecond` undefined: as fast as they come, until somebody asks for less. */
  constructor(perSecond: number | undefined) {
    this.#gapMs = perSecond === undefined ? 0 : 1_000 / perSecond
  }

  /** Whether this one's turn came within the time; a turn that is too far off is not taken. */
  async take(waitMs: number): Promise<boolean> {
    const now = performance.now()
    const turn = Math.max(now, this.#nextAt, this.#restUntil)
    if (turn - now > waitMs || this.#end.signal.aborted) return false
    this.#nextAt = turn + this.#gapMs
    if (turn > now) await pause(Math.ceil(turn - now) + 1, undefined, { signal: this.#end.signal }).catch(() => {})
    return performance.now() >= this.#restUntil && !this.#end.signal.aborted
  }

  /** How long nothing begins, in milliseconds. */
  get restLeftMs(): number {
    return Math.max(0, this.#restUntil - performance.now())
  }

  /** The other side asked for fewer: everything rests. What was on its way already lengthens the rest only once. */
  rest(askedSeconds = 0): void {
    const now = performance.now()
    const asked = Math.min(askedSeconds * 1_000, longestAskedMs)
    if (now >= this.#restUntil) {
      this.#restUntil = now + this.#restMs
      this.#restMs = Math.min(this.#restMs * 2, longestRestMs)
    }
    this.#restUntil = Math.max(this.#restUntil, now + asked)
  }

  /** One was taken, so the next rest is a short one again. */
  ease(): void {
    if (performance.now() >= this.#restUntil) this.#restMs = firstRestMs
  }

  /** Whoever waits is let go, and nobody gets a turn any more. */
  end(): void {
    this.#end.abort()
  }
}
