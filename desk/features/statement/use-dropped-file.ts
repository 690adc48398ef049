import { useCallback, useEffect, useRef, useState } from 'react'
import type { Window } from '../../../festival/statement/choose-payments'
import type { Layout } from '../../../festival/statement/layout'
import { announce } from '../../announcer'
import type { Answer } from './answer-ask'
import { bounds } from './read-file/bounds'
import { type StatementReader, startReader } from './start-reader'

/** How a dropped file stands. */
export type DroppedFile = { name: string; answer: Answer | undefined }

const tooLarge = (bytes: number) =>
  `This file has ${Math.ceil(bytes / 1024 / 1024)} MB; at most ${bounds.bytes / 1024 / 1024} MB can be read. Download a shorter time from the bank.`
const gone = 'The file cannot be opened any more. Choose it again.'

const tell = (answer: Answer): string => {
  if (answer.kind === 'refused') return `This file cannot be read. ${answer.words}`
  return answer.kind === 'unknown' ? 'Choose which column is which.' : `${answer.rowCount} rows were read.`
}

/** One file at a time, read in its worker for as long as the page is shown; a new file takes the place of the one before. */
export const useDroppedFile = (layouts: readonly Layout[], window: Window) => {
  const reader = useRef<StatementReader>(undefined)
  const [file, setFile] = useState<DroppedFile>()
  useEffect(() => () => reader.current?.close(), [])

  const show = (name: string, answer: Answer) => {
    setFile({ name, answer })
    announce(tell(answer))
  }
  const drop = async (dropped: File) => {
    const { name, size } = dropped
    reader.current?.close()
    if (size > bounds.bytes) return show(name, { kind: 'refused', words: tooLarge(size) })
    const mine = startReader()
    reader.current = mine
    setFile({ name, answer: undefined })
    const bytes = await dropped.arrayBuffer().catch(() => undefined)
    const answer: Answer = bytes
      ? await mine.open(new Uint8Array(bytes), layouts, window)
      : { kind: 'refused', words: gone }
    // Another file may have come meanwhile.
    if (reader.current === mine) show(name, answer)
  }
  const again = async (ask: (reader: StatementReader) => Promise<Answer>) => {
    const mine = reader.current
    if (!mine || !file) return
    const answer = await ask(mine)
    if (reader.current === mine) show(file.name, answer)
  }
  /** Tries a layout without showing it. */
  const tryLayout = useCallback((layout: Layout): Promise<Answer> | undefined => reader.current?.map(layout), [])
  return {
    file,
    drop,
    /** Reads the same file by a layout that was chosen by hand. */
    map: (layout: Layout) => again((held) => held.map(layout)),
    /** Has the columns of the same file chosen by hand. */
    choose: () => again((held) => held.columns()),
    tryLayout,
    clear: () => {
      reader.current?.close()
      reader.current = undefined
      setFile(undefined)
    },
  }
}
