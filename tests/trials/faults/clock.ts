import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs before the server's own code and shifts its Date by what the file says, in milliseconds. */
const preload = `
import { readFileSync } from 'node:fs'
const Real = Date
let shift = 0
const look = () => { try { shift = Number(readFileSync(process.env.TRIAL_CLOCK, 'utf8')) || 0 } catch {} }
look()
setInterval(look, 20).unref()
globalThis.Date = class extends Real {
  constructor(...parts) { if (parts.length === 0) super(Real.now() + shift); else super(...parts) }
  static now() { return Real.now() + shift }
}`

/** A machine's clock that a trial sets. Nothing in the product knows of it. */
export interface TrialClock {
  /** What the server's process needs in its environment. */
  env: Record<string, string>
  /** Sets the clock so many seconds off the true time. */
  setOff: (seconds: number) => void
}

export const makeClock = (folder: string): TrialClock => {
  const file = join(folder, 'clock-shift')
  const setOff = (seconds: number) => writeFileSync(file, String(seconds * 1_000))
  setOff(0)
  return {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`, TRIAL_CLOCK: file },
    setOff,
  }
}
