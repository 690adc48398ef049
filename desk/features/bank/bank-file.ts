import { useCallback, useEffect, useRef, useState } from 'react'
import type { Columns } from '../../../festival/bank/columns'
import type { Payment } from '../../../festival/bank/verdict'
import { dayAt } from '../../../festival/day'
import { announce } from '../../messages'
import { refuseBytes } from './bounds'
import type { Answer, Ask } from './file-worker'

/** As much of a worker as the desk uses. */
export type FileWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

/** One file, in a worker of its own until `close`. Each answer may be a refusal in words; none of them throws. */
export interface FileReader {
  ask: (what: Ask) => Promise<Answer>
  close: () => void
}

/** Past this nobody waits, in milliseconds: the largest file that is taken is read in a few seconds. */
const readingLimitMs = 60_000

const tooSlow =
  'This file could not be read within a minute. Download a shorter time from the bank, or use a faster computer.'
const failed =
  'The browser could not read this file. Look at your connection, close other tabs, and drop it again; or download a shorter time from the bank.'
const gone = 'The file cannot be opened any more. Choose it again.'

const makeWorker = (): FileWorker =>
  new Worker(new URL('./serve-file.ts', import.meta.url), { type: 'module', name: 'bank file' })

/**
 * Starts the worker that reads one file. A reader that takes too long or breaks down is ended, and what was asked of it is
 * answered by a refusal (behaviour 15.40).
 */
export const startReader = (make: () => FileWorker = makeWorker, limitMs = readingLimitMs): FileReader => {
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
  return {
    ask: (what) =>
      new Promise((settle) => {
        if (over !== undefined) return settle({ kind: 'refused', words: over })
        const timer = setTimeout(() => end(tooSlow), limitMs)
        waiting.push((answer) => {
          clearTimeout(timer)
          settle(answer)
        })
        worker.postMessage(what)
      }),
    close: () => end(failed),
  }
}

const tell = (answer: Answer): string => {
  if (answer.kind === 'refused') return `This file cannot be read. ${answer.words}`
  if (answer.kind === 'password')
    return answer.isWrong ? 'This password does not open the file.' : 'This file opens with a password.'
  return answer.kind === 'read' ? `${answer.rowCount} rows were read.` : 'Choose which column is which.'
}

/** One file at a time, read in its worker for as long as the page is shown; a new file takes the place of the one before. */
export const useBankFile = (what: Pick<Extract<Ask, { kind: 'open' }>, 'known' | 'window'>) => {
  const reader = useRef<FileReader>(undefined)
  const bytes = useRef<Uint8Array<ArrayBuffer>>(undefined)
  /** `answer` is undefined while it is read. */
  const [file, setFile] = useState<{ name: string; answer: Answer | undefined }>()
  useEffect(() => () => reader.current?.close(), [])

  const ask = useCallback((asked: Ask) => reader.current?.ask(asked), [])
  const show = async (name: string, mine: FileReader | undefined, answer: Promise<Answer> | Answer | undefined) => {
    const come = await answer
    // Another file may have come meanwhile.
    if (!come || reader.current !== mine) return
    setFile({ name, answer: come })
    announce(tell(come))
  }
  const open = (name: string, password?: string) => {
    if (!bytes.current) return
    setFile({ name, answer: undefined })
    const given = password === undefined ? {} : { password }
    const asked = { kind: 'open', bytes: bytes.current, ...what, today: dayAt(Date.now()), ...given } as const
    return show(name, reader.current, ask(asked))
  }
  const again = (asked: Ask) => file && void show(file.name, reader.current, ask(asked))
  const clear = () => {
    reader.current?.close()
    reader.current = undefined
    bytes.current = undefined
    setFile(undefined)
  }
  const drop = async (dropped: File) => {
    clear()
    const { name, size } = dropped
    const tooLarge = refuseBytes(size)
    if (tooLarge) return show(name, undefined, { kind: 'refused', words: tooLarge })
    const mine = startReader()
    reader.current = mine
    setFile({ name, answer: undefined })
    const content = await dropped.arrayBuffer().catch(() => undefined)
    if (reader.current !== mine) return
    if (!content) return show(name, mine, { kind: 'refused', words: gone })
    bytes.current = new Uint8Array(content)
    await open(name)
  }
  return {
    file,
    drop,
    clear,
    /** Opens the same file with its password. */
    unlock: (password: string) => void (file && open(file.name, password)),
    /** Reads the same file by columns that were chosen by hand. */
    read: (columns: Columns) => again({ kind: 'read', columns }),
    /** Has the columns of the same file chosen by hand. */
    choose: () => again({ kind: 'columns' }),
    /** Tries columns without showing what comes of it. */
    tryColumns: useCallback((columns: Columns) => ask({ kind: 'read', columns }), [ask]),
    /** The debits whose number and amount the server knows. */
    findDebits: useCallback(
      async (known: readonly string[]): Promise<Payment[]> => {
        const answer = await ask({ kind: 'debits', known })
        return answer?.kind === 'debits' ? [...answer.debits] : []
      },
      [ask],
    ),
  }
}
