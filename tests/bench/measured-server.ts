import { type ServedFestival, serveFestival } from '../support/serve'
import { cores, onCore, readCpuSeconds } from './cores'
import type { Load } from './outside'
import type { BenchStore } from './stores'
import type { Tally } from './tally'
import type { Tasks } from './task'

export type Outside = Tasks<Load, Tally>

/** What a load saw, and what it took of the measured process. */
export interface Measured extends Tally {
  /** Processor time of one answer, in milliseconds; undefined where the machine doesn't tell. */
  cpuMs: number | undefined
}

/** Puts a load on a process, and reads what that took of it. */
export const measure = async (outside: Outside, pid: number, load: Load): Promise<Measured> => {
  const before = readCpuSeconds(pid)
  const tally = await outside.run(load)
  const after = readCpuSeconds(pid)
  const spent = before === undefined || after === undefined ? undefined : after - before
  return { ...tally, cpuMs: spent === undefined ? undefined : (spent / tally.finished) * 1_000 }
}

/** The built server on a table store, alone on its core, with a mail engine that takes everything at once. */
export const startMeasured = async ({ env }: BenchStore, outside: Outside): Promise<ServedFestival> => {
  const mail = {
    EMAILJS_URL: await outside.greeting,
    EMAILJS_SERVICE_ID: 'service_bench',
    EMAILJS_USER_ID: 'user_bench',
    EMAILJS_TEMPLATE_REGISTRATION: 'registration',
    EMAILJS_TEMPLATE_DELEGATE_PASS: 'delegate',
    EMAILJS_TEMPLATE_ACCOMMODATION: 'accommodation',
  }
  return serveFestival({ ...env, ...mail }, 'dist', onCore(cores.measured))
}

export const portOf = ({ address }: ServedFestival): number => Number(new URL(address).port)
