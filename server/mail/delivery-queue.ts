/** The first pause after the other side asked for fewer e-mails, doubled with each further one, in milliseconds. */
const firstPauseMs = 2_000
const maxPauseMs = 60_000
/** However long the other side asks all of us to wait, now and then one is tried. */
const maxRequestedPauseMs = 600_000

interface QueueLimits {
  concurrency: number
  /** How many may begin in a second; undefined: as many as come. */
  perSecond?: number | undefined
}

interface Waiting {
  priority: number
  enter: (hasTurn: boolean) => void
}

/**
 * Decides which e-mail begins when: a semaphore, a rate limiter and a back-off in one, so that one `close` cancels
 * whatever waits (behaviours 7.16 and 7.18). It measures by a clock that is never set.
 */
export class DeliveryQueue {
  #free: number
  readonly #gapMs: number
  /** In the order in which they begin: by priority, and of one by their coming. */
  readonly #waiting: Waiting[] = []
  #nextAt = Number.NEGATIVE_INFINITY
  #pausedUntil = Number.NEGATIVE_INFINITY
  #pauseMs = firstPauseMs
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor({ concurrency, perSecond }: QueueLimits) {
    this.#free = concurrency
    this.#gapMs = perSecond === undefined ? 0 : 1_000 / perSecond
  }

  get free(): number {
    return this.#free
  }

  get pausedMs(): number {
    return Math.max(0, this.#pausedUntil - performance.now())
  }

  /**
   * Whether the caller may begin, and must `release` afterwards. The lowest priority goes first, and of one whoever came
   * first. False once `waitMs` have passed, at once where the turn is known to come later than that, and when the queue is
   * closed.
   */
  acquire(priority: number, waitMs: number): Promise<boolean> {
    const before = this.#waiting.findLastIndex((other) => other.priority <= priority) + 1
    const turnMs =
      Math.max(0, this.#nextAt - performance.now(), this.pausedMs) + before * this.#gapMs
    if (this.#isClosed || turnMs > waitMs) {
      return Promise.resolve(false)
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        resolve(false)
      }, waitMs)
      const enter = (hasTurn: boolean) => {
        clearTimeout(timer)
        resolve(hasTurn)
      }
      const waiting = { priority, enter }
      this.#waiting.splice(before, 0, waiting)
      this.#letIn()
    })
  }

  release(): void {
    this.#free += 1
    this.#letIn()
  }

  /** The other side asked for fewer: everything pauses. What was on its way already lengthens the pause only once. */
  backOff(requestedSeconds = 0): void {
    const now = performance.now()
    if (now >= this.#pausedUntil) {
      this.#pausedUntil = now + this.#pauseMs
      this.#pauseMs = Math.min(this.#pauseMs * 2, maxPauseMs)
    }
    this.#pausedUntil = Math.max(
      this.#pausedUntil,
      now + Math.min(requestedSeconds * 1_000, maxRequestedPauseMs),
    )
  }

  /** One was taken, so the next pause is a short one again. */
  recover(): void {
    if (this.pausedMs === 0) {
      this.#pauseMs = firstPauseMs
    }
  }

  /** Nothing begins any more; whatever waits is told so at once. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const { enter } of this.#waiting.splice(0)) {
      enter(false)
    }
  }

  #letIn(): void {
    while (!this.#isClosed && this.#free > 0 && this.#waiting.length > 0) {
      const now = performance.now()
      const turn = Math.max(this.#nextAt, this.#pausedUntil)
      if (turn > now) {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#letIn(), Math.ceil(turn - now))
        return
      }
      // Turns follow each other evenly, however late a timer is; only an idle queue begins anew.
      this.#nextAt = (now - turn < this.#gapMs ? turn : now) + this.#gapMs
      this.#free -= 1
      this.#waiting.shift()?.enter(true)
    }
  }
}
