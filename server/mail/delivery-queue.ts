/** In milliseconds. Each further throttling doubles the pause. */
const firstPauseMs = 2_000
const maxPauseMs = 60_000
const maxRequestedPauseMs = 600_000

interface QueueLimits {
  concurrency: number
  /** If undefined, there is no limit. */
  perSecond?: number | undefined
}

interface Waiting {
  priority: number
  enter: (hasTurn: boolean) => void
}

/**
 * One class combines the semaphore, rate limiter and back-off, so that one `close` cancels
 * everything. All times are read from the monotonic clock.
 */
export class DeliveryQueue {
  #free: number
  readonly #gapMs: number
  /** Ordered by priority, then by arrival. */
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
   * Waits for a turn, by priority and then arrival. After `true`, the caller must call `release`.
   * Returns false after `waitMs`, or at once if the turn cannot come in time.
   */
  acquire(priority: number, waitMs: number): Promise<boolean> {
    const position = this.#waiting.findLastIndex((earlier) => earlier.priority <= priority) + 1
    const turnMs =
      Math.max(0, this.#nextAt - performance.now(), this.pausedMs) + position * this.#gapMs
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
      this.#waiting.splice(position, 0, waiting)
      this.#startTurns()
    })
  }

  release(): void {
    this.#free += 1
    this.#startTurns()
  }

  /**
   * Pauses all sending. Failures of e-mails that were already being sent extend the pause only
   * once.
   */
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

  recover(): void {
    if (this.pausedMs === 0) {
      this.#pauseMs = firstPauseMs
    }
  }

  /** Refuses all waiting and future callers. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const { enter } of this.#waiting.splice(0)) {
      enter(false)
    }
  }

  #startTurns(): void {
    while (!this.#isClosed && this.#free > 0 && this.#waiting.length > 0) {
      const now = performance.now()
      const turn = Math.max(this.#nextAt, this.#pausedUntil)
      if (turn > now) {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#startTurns(), Math.ceil(turn - now))
        return
      }
      // Turns keep their spacing even when a timer is late. Only an idle queue starts from the
      // current time.
      const startAt = now - turn < this.#gapMs ? turn : now
      this.#nextAt = startAt + this.#gapMs
      this.#free -= 1
      this.#waiting.shift()?.enter(true)
    }
  }
}
