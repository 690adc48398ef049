import type { Db, MessageRow } from '../db/schema'
import { markSent } from './queries'

/** How many notes go together at most. */
const marksAtOnce = 200

interface Mark {
  claimed: Pick<MessageRow, 'id' | 'attempts'>
  done: () => void
  fail: (reason: unknown) => void
}

/**
 * Makes what notes that a message went out. While one note is being written the next ones gather, and then go together:
 * in a rush most of a note's cost is its commit (behaviour 12.24).
 * Each resolves once its note is durable. @throws Error when the table store doesn't answer
 */
export const createSentMarks = (db: Db, now: () => Date): ((claimed: Mark['claimed']) => Promise<void>) => {
  let waiting: Mark[] = []
  let isWriting = false

  const takeSome = (): Mark[] => {
    const attempts = waiting[0]?.claimed.attempts
    const alike = waiting.filter(({ claimed }) => claimed.attempts === attempts).slice(0, marksAtOnce)
    waiting = waiting.filter((mark) => !alike.includes(mark))
    return alike
  }

  const write = async () => {
    isWriting = true
    for (let marks = takeSome(); marks.length > 0; marks = takeSome()) {
      const [ids, attempts] = [marks.map(({ claimed }) => claimed.id), marks[0]?.claimed.attempts ?? 0]
      try {
        await markSent(db, ids, attempts, now().toISOString())
        for (const { done } of marks) done()
      } catch (error) {
        for (const { fail } of marks) fail(error)
      }
    }
    isWriting = false
  }

  return (claimed) =>
    new Promise((done, fail) => {
      waiting.push({ claimed, done, fail })
      if (!isWriting) void write()
    })
}
