/** How much is measured. */
export interface Scope {
  /** How often each comparison is made; the median counts. */
  rounds: number
  /** How long a new server is under load before it is measured: its code is made faster while it runs. */
  warmSeconds: number
  /** Of one measured load. */
  seconds: number
  /** Of one load at half or nine tenths of capacity. */
  steadySeconds: number
  /** After how many registrations memory is read. */
  registrations: number
  /** The numbers of rows between which the cost of one more is compared. */
  sizes: readonly number[]
}

/** For the figures in the documents: some eight minutes. */
export const whole: Scope = {
  rounds: 3,
  warmSeconds: 10,
  seconds: 3,
  steadySeconds: 6,
  registrations: 100_000,
  sizes: [1_000, 10_000, 100_000, 1_000_000],
}

/** To try something, under a minute. */
export const quick: Scope = {
  rounds: 1,
  warmSeconds: 4,
  seconds: 2,
  steadySeconds: 3,
  registrations: 1_000,
  sizes: [1_000, 10_000],
}
