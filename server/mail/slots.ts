/** A limited number of places; whoever finds none waits in line, for a while. */
export class Slots {
  #free: number
  readonly #line: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  get free(): number {
    return this.#free
  }

  /** How many stand in line. */
  get waiting(): number {
    return this.#line.length
  }

  /** Whether a place came free within the time; then `release` gives it back. */
  async take(waitMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1
      return true
    }
    return new Promise((resolve) => {
      const enter = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(enter), 1)
        resolve(false)
      }, waitMs)
      this.#line.push(enter)
    })
  }

  /** The place goes straight to the next in line. */
  release(): void {
    const enter = this.#line.shift()
    if (enter) enter()
    else this.#free += 1
  }
}
