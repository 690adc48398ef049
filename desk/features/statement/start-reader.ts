import type { Window } from '../../../festival/statement/choose-payments'
import type { Layout } from '../../../festival/statement/layout'
import type { Answer, Ask } from './answer-ask'

/** As much of a worker as the desk uses. */
export type StatementWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

/** One dropped file, in a worker of its own until `close`. Each answer may be a refusal in words; none of them throws. */
export interface StatementReader {
  open: (bytes: Uint8Array<ArrayBuffer>, layouts: readonly Layout[], window: Window) => Promise<Answer>
  map: (layout: Layout) => Promise<Answer>
  columns: () => Promise<Answer>
  close: () => void
}

/** Past this nobody waits, in milliseconds: the largest file that is taken is read in a few seconds. */
const readingLimitMs = 60_000

const tooSlow =
  'This file could not be read within a minute. Download a shorter time from the bank, or use a faster computer.'
const failed =
  'The browser could not read this file. Look at your connection, close other tabs, and drop it again; or download a shorter time from the bank.'

const makeWorker = (): StatementWorker =>
  new Worker(new URL('./statement-worker.ts', import.meta.url), { type: 'module', name: 'statement' })

/**
 * Starts the worker that reads one file. A reader that takes too long or breaks down is ended, and what was asked of it is
 * answered by a refusal (behaviour 15.2).
 */
export const startReader = (make: () => StatementWorker = makeWorker, limitMs = readingLimitMs): StatementReader => {
  const worker = make()
  const waiting: ((answer: Answer) => void)[] = []
  let over: string | undefined
  const end = (words: string) => {
    over = words
    worker.terminate()
    for (const settle of waiting.splice(0)) settle({ kind: 'refused', words })
  }
  // Answers come in the order of the asks.
  worker.addEventListener('message', ({ data }) => waiting.shift()?.(data))
  for (const fault of ['error', 'messageerror'] as const) worker.addEventListener(fault, () => end(failed))

  const ask = (what: Ask, transfer: Transferable[] = []): Promise<Answer> => {
    if (over !== undefined) return Promise.resolve({ kind: 'refused', words: over })
    return new Promise((settle) => {
      const timer = setTimeout(() => end(tooSlow), limitMs)
      waiting.push((answer) => {
        clearTimeout(timer)
        settle(answer)
      })
      worker.postMessage(what, transfer)
    })
  }
  return {
    open: (bytes, layouts, window) => ask({ kind: 'open', bytes, layouts, window }, [bytes.buffer]),
    map: (layout) => ask({ kind: 'map', layout }),
    columns: () => ask({ kind: 'columns' }),
    close: () => end(failed),
  }
}
