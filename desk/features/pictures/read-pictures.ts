import type { EvidenceItem, ProofsToRead } from '../../../festival/desk/evidence'
import type { PictureAnswer } from './picture-reader'

type Unread = ProofsToRead['proofs'][number]

/** How far the reading is. */
export interface Progress {
  pictures: number
  read: number
}

/** What the reading needs of the world; each may throw where the server does not answer. */
export interface ReadingParts {
  listUnread: () => Promise<ProofsToRead>
  /** The file, or `gone` where there is none any more. */
  load: (proof: Unread) => Promise<Blob | 'gone'>
  read: (picture: Blob) => Promise<PictureAnswer>
  keep: (items: EvidenceItem[]) => Promise<unknown>
  /** Waits until whoever sits here has done nothing for a moment. */
  untilIdle: () => Promise<void>
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/** After so many readings that took too long no browser tries a picture again. */
const mostTries = 2

/** What is kept of a picture; undefined where it is to be tried another time. `tries`: how often it took too long so far. */
const readOne = async (
  { proof, ...unread }: Unread,
  { load, read }: ReadingParts,
  tries: number,
): Promise<EvidenceItem | 'slow' | undefined> => {
  const picture = await load({ proof, ...unread })
  if (picture === 'gone') return { proof, unreadable: 'gone' }
  const answer = await read(picture)
  if (answer.outcome === 'broken') return { proof, unreadable: 'broken' }
  if (answer.outcome === 'slow') return tries + 1 < mostTries ? 'slow' : { proof, unreadable: 'slow' }
  return answer.outcome === 'read' ? { proof, ...answer.facts, confidence: answer.confidence } : undefined
}

/**
 * Reads every picture that nobody has read yet, one after another, while nobody acts (behaviour 14.52). One that took too long
 * is tried once more, and then marked, so that it keeps none of the others waiting; one that could not be read for another reason
 * is left to another browser, or to the next visit.
 * @param tried how often each took too long; `Infinity` leaves it out
 */
export const readPictures = async (parts: ReadingParts, tried: Map<string, number>): Promise<void> => {
  const { listUnread, keep, untilIdle, onProgress, signal } = parts
  while (!signal.aborted) {
    const { proofs, pictures, read } = await listUnread()
    onProgress({ pictures, read })
    const waiting = proofs.filter(({ proof }) => tried.get(proof) !== Number.POSITIVE_INFINITY)
    if (waiting.length === 0) return
    let done = 0
    for (const unread of waiting) {
      await untilIdle()
      if (signal.aborted) return
      const tries = tried.get(unread.proof) ?? 0
      const item = await readOne(unread, parts, tries)
      if (signal.aborted) return
      if (item === 'slow') tried.set(unread.proof, tries + 1)
      else if (item) await keep([item])
      else tried.set(unread.proof, Number.POSITIVE_INFINITY)
      done += typeof item === 'object' ? 1 : 0
      onProgress({ pictures, read: read + done })
    }
  }
}
