/** Lets one caller in at a time, in the order of arrival. */
export class Mutex {
  #taken = false
  readonly #waiting: (() => void)[] = []

  /** Whether somebody has it or waits for it. */
  get isTaken(): boolean {
    return this.#taken
  }

  /** Resolves when it is the caller's turn; the caller must `release` it afterwards. */
  take(): Promise<void> {
    if (this.#taken) return new Promise((resolve) => this.#waiting.push(resolve))
    this.#taken = true
    return Promise.resolve()
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#taken = false
  }
}
