import { useCallback, useEffect, useRef, useState } from 'react'
import type { Columns } from '../../../festival/bank/columns'
import type { KnownColumns } from '../../../festival/bank/statement'
import type { Window } from '../../../festival/bank/verdict'
import { dayAt } from '../../../festival/day'
import type { Day } from '../../../festival/slot'
import { announce } from '../../announcer'
import { refuseBytes } from './bounds'
import type { Answer, Ask } from './file-worker'

/** As much of a worker as the desk uses. */
export type FileWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

/** What a file is read for: columns that were chosen before, the days that count, and the day it is in India. */
export interface ReadingFor {
  known: readonly KnownColumns[]
  window: Window
  today: Day
}

/** One file, in a worker of its own until `close`. Each answer may be a refusal in words; none of them throws. */
export interface FileReader {
  open: (bytes: Uint8Array<ArrayBuffer>, what: ReadingFor, password?: string) => Promise<Answer>
  read: (columns: Columns) => Promise<Answer>
  columns: () => Promise<Answer>
  close: () => void
}

/** Past this nobody waits, in milliseconds: the largest file that is taken is read in a few seconds. */
const readingLimitMs = 60_000

const tooSlow =
  'This file could not be read within a minute. Download a shorter time from the bank, or use a faster computer.'
const failed =
  'The browser could not read this file. Look at your connection, close other tabs, and drop it again; or download a shorter time from the bank.'

const makeWorker = (): FileWorker =>
  new Worker(new URL('./serve-file.ts', import.meta.url), { type: 'module', name: 'bank file' })

/**
 * Starts the worker that reads one file. A reader that takes too long or breaks down is ended, and what was asked of it is
 * answered by a refusal (behaviour 15.2).
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

  const ask = (what: Ask): Promise<Answer> => {
    if (over !== undefined) return Promise.resolve({ kind: 'refused', words: over })
    return new Promise((settle) => {
      const timer = setTimeout(() => end(tooSlow), limitMs)
      waiting.push((answer) => {
        clearTimeout(timer)
        settle(answer)
      })
      worker.postMessage(what)
    })
  }
  return {
    open: (bytes, what, password) =>
      ask({ kind: 'open', bytes, ...what, ...(password === undefined ? {} : { password }) }),
    read: (columns) => ask({ kind: 'read', columns }),
    columns: () => ask({ kind: 'columns' }),
    close: () => end(failed),
  }
}

/** How a dropped file stands. */
export interface BankFile {
  name: string
  /** Undefined while it is read. */
  answer: Answer | undefined
}

const gone = 'The file cannot be opened any more. Choose it again.'

const tell = (answer: Answer): string => {
  if (answer.kind === 'refused') return `This file cannot be read. ${answer.words}`
  if (answer.kind === 'password')
    return answer.isWrong ? 'This password does not open the file.' : 'This file opens with a password.'
  return answer.kind === 'asks' ? 'Choose which column is which.' : `${answer.rowCount} rows were read.`
}

/** One file at a time, read in its worker for as long as the page is shown; a new file takes the place of the one before. */
export const useBankFile = (known: readonly KnownColumns[], window: Window) => {
  const reader = useRef<FileReader>(undefined)
  const [file, setFile] = useState<BankFile>()
  useEffect(() => () => reader.current?.close(), [])

  const show = (name: string, answer: Answer) => {
    setFile({ name, answer })
    announce(tell(answer))
  }
  const held = useRef<Uint8Array<ArrayBuffer>>(undefined)
  const open = async (name: string, password?: string) => {
    const [mine, bytes] = [reader.current, held.current]
    if (!mine || !bytes) return
    setFile({ name, answer: undefined })
    const answer = await mine.open(bytes, { known, window, today: dayAt(Date.now()) }, password)
    // Another file may have come meanwhile.
    if (reader.current === mine) show(name, answer)
  }
  const drop = async (dropped: File) => {
    const { name, size } = dropped
    reader.current?.close()
    const tooLarge = refuseBytes(size)
    if (tooLarge) return show(name, { kind: 'refused', words: tooLarge })
    const mine = startReader()
    reader.current = mine
    setFile({ name, answer: undefined })
    const content = await dropped.arrayBuffer().catch(() => undefined)
    if (reader.current !== mine) return
    if (!content) return show(name, { kind: 'refused', words: gone })
    held.current = new Uint8Array(content)
    await open(name)
  }
  const again = async (ask: (reader: FileReader) => Promise<Answer>) => {
    const mine = reader.current
    if (!mine || !file) return
    const answer = await ask(mine)
    if (reader.current === mine) show(file.name, answer)
  }
  /** Tries columns without showing what comes of it. */
  const tryColumns = useCallback((columns: Columns): Promise<Answer> | undefined => reader.current?.read(columns), [])
  return {
    file,
    drop,
    /** Opens the same file with its password. */
    unlock: (password: string) => file && void open(file.name, password),
    /** Reads the same file by columns that were chosen by hand. */
    read: (columns: Columns) => again((reader) => reader.read(columns)),
    /** Has the columns of the same file chosen by hand. */
    choose: () => again((reader) => reader.columns()),
    tryColumns,
    clear: () => {
      reader.current?.close()
      reader.current = undefined
      held.current = undefined
      setFile(undefined)
    },
  }
}
