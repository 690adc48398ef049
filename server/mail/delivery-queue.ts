/** The first pause after the other side asked for fewer e-mails, doubled with each further one, in milliseconds. */
const firstPauseMs = 2_000
const longestPauseMs = 60_000
/** However long the other side asks all of us to wait, now and then one is tried. */
const longestAskedMs = 600_000

interface QueueLimits {
  /** How many e-mails may be on their way at once. */
  concurrency: number
  /** How many may begin in a second; undefined: as many as come. */
  perSecond?: number | undefined
}

type Enter = (hasTurn: boolean) => void

/**
 * Decides which e-mail begins when: a semaphore, a rate limiter and a back-off in one, so that one `close` cancels
 * whatever waits (behaviours 7.16 and 7.18). It measures by a clock that is never set.
 */
export class DeliveryQueue {
  #free: number
  readonly #gapMs: number
  /** By priority; of each, whoever came first stands first. */
  readonly #waiting: readonly Set<Enter>[] = Array.from({ length: 3 }, () => new Set())
  #nextAt = Number.NEGATIVE_INFINITY
  #pausedUntil = Number.NEGATIVE_INFINITY
  #pauseMs = firstPauseMs
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor({ concurrency, perSecond }: QueueLimits) {
    this.#free = concurrency
    this.#gapMs = perSecond === undefined ? 0 : 1_000 / perSecond
  }

  /** How many could begin at once. */
  get free(): number {
    return this.#free
  }

  /** How long nothing begins, in milliseconds. */
  get pausedMs(): number {
    return Math.max(0, this.#pausedUntil - performance.now())
  }

  /**
   * Whether the caller may begin, and must `release` afterwards. Of priorities from 0 to 2 the lowest goes first, and of one
   * whoever came first. False once `waitMs` have passed, at once where the turn is known to come later than that, and when the queue is
   * closed.
   */
  acquire(priority: number, waitMs: number): Promise<boolean> {
    if (this.#isClosed || this.#turnMs(priority) > waitMs) return Promise.resolve(false)
    return new Promise((resolve) => {
      const waiting = this.#waiting[priority]
      const enter: Enter = (hasTurn) => {
        clearTimeout(timer)
        waiting?.delete(enter)
        resolve(hasTurn)
      }
      const timer = setTimeout(enter, waitMs, false)
      waiting?.add(enter)
      this.#authorize()
    })
  }

  release(): void {
    this.#free += 1
    this.#authorize()
  }

  /** The other side asked for fewer: everything pauses. What was on its way already lengthens the pause only once. */
  backOff(askedSeconds = 0): void {
    const now = performance.now()
    const asked = Math.min(askedSeconds * 1_000, longestAskedMs)
    if (now >= this.#pausedUntil) {
      this.#pausedUntil = now + this.#pauseMs
      this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, now + asked)
  }

  /** One was taken, so the next pause is a short one again. */
  recover(): void {
    if (this.pausedMs === 0) this.#pauseMs = firstPauseMs
  }

  /** Nothing begins any more; whatever waits is told so at once. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const waiting of this.#waiting) for (const enter of waiting) enter(false)
  }

  /** How long the next of this priority waits for its turn at least. */
  #turnMs(priority: number): number {
    const before = this.#waiting.slice(0, priority + 1).reduce((sum, { size }) => sum + size, 0)
    return Math.max(0, this.#nextAt - performance.now(), this.pausedMs) + before * this.#gapMs
  }

  #authorize(): void {
    while (!this.#isClosed && this.#free > 0) {
      const [enter] = this.#waiting.find(({ size }) => size > 0) ?? []
      if (!enter) return
      const now = performance.now()
      const turn = Math.max(this.#nextAt, this.#pausedUntil)
      if (turn > now) {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#authorize(), Math.ceil(turn - now))
        return
      }
      // Turns follow each other evenly, however late a timer is; only an idle queue begins anew.
      this.#nextAt = (now - turn < this.#gapMs ? turn : now) + this.#gapMs
      this.#free -= 1
      enter(true)
    }
  }
}
