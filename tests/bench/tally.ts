/** Milliseconds that so many of all answers took at most. */
export interface Times {
  p50: number
  p99: number
  p999: number
  most: number
}

/** What the load saw. */
export interface Tally {
  /** Answers as wished within the measured time, in a second. */
  perSecond: number
  /** All answers as wished, those included that came after the measured time. */
  finished: number
  times: Times
  /** Statuses that nobody wished for; 0 is a cut line. */
  others: Record<number, number>
}

/** Counts answers and their times. */
export class Count {
  readonly #wanted: number
  readonly #times: number[] = []
  readonly #others: Record<number, number> = {}
  #inTime = 0

  /** `wanted` is the status of a success. */
  constructor(wanted: number) {
    this.#wanted = wanted
  }

  add(status: number, ms: number, isInTime: boolean): void {
    if (status !== this.#wanted) {
      this.#others[status] = (this.#others[status] ?? 0) + 1
      return
    }
    this.#times.push(ms)
    if (isInTime) this.#inTime += 1
  }

  sum(seconds: number): Tally {
    const sorted = Float64Array.from(this.#times).sort()
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
    return {
      perSecond: this.#inTime / seconds,
      finished: sorted.length,
      times: { p50: at(0.5), p99: at(0.99), p999: at(0.999), most: at(1) },
      others: this.#others,
    }
  }
}
