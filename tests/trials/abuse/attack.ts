import { setTimeout as pause } from 'node:timers/promises'
import type { Target } from './target'

/** What an attack has to tell, and by what it got more than it should. */
export interface Told {
  note: string
  complaints: string[]
}

export interface Attack {
  name: string
  /** How long it goes on, in seconds. */
  seconds: number
  /** Bounded in count and time; it uses the loopback only. */
  run: (target: Target, isOver: () => boolean) => Promise<Told>
  /** What somebody must still be able to do afterwards, from elsewhere; gives the complaint if not. */
  after?: (elsewhere: Target) => Promise<string | undefined>
  /** Bounds on what it leaves behind. */
  bounds?: { diskMiB?: number; strangersMails?: number; logMiB?: number }
}

export const tell = (note: string, complaints: string[] = []): Told => ({ note, complaints })

/** Does the work so many times side by side until it is over. */
export const inParallel = async (lanes: number, isOver: () => boolean, work: (lane: number) => Promise<unknown>) => {
  const run = async (lane: number) => {
    while (!isOver()) await work(lane)
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
}

/** Counts statuses: `422 ×10, 429 ×2990`; 0 is no answer. */
export const createTally = () => {
  const counts = new Map<number, number>()
  return {
    add: (status: number) => counts.set(status, (counts.get(status) ?? 0) + 1),
    of: (status: number) => counts.get(status) ?? 0,
    words: () =>
      [...counts]
        .sort(([one], [other]) => one - other)
        .map(([status, times]) => `${status || 'cut'} ×${times}`)
        .join(', '),
  }
}

/** Keeps so many connections open, at most so many new ones a second; whoever is let go comes again. */
export const holdLines = async (
  { lines, perSecond }: { lines: number; perSecond: number },
  isOver: () => boolean,
  open: (index: number) => { destroy: () => unknown; once: (event: 'close', heard: () => void) => unknown },
): Promise<{ opened: number; held: number; letGo: number }> => {
  const held = new Set<{ destroy: () => unknown }>()
  let opened = 0
  let letGo = 0
  while (!isOver()) {
    for (let count = 0; count < perSecond / 10 && held.size < lines; count += 1) {
      const line = open(opened)
      opened += 1
      held.add(line)
      line.once('close', () => {
        held.delete(line)
        letGo += 1
      })
    }
    await pause(100)
  }
  const result = { opened, held: held.size, letGo }
  for (const line of held) line.destroy()
  return result
}
