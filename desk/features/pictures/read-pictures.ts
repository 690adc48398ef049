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
  keep: (items: EvidenceItem[], proof: Unread) => Promise<unknown>
  /** Waits until whoever sits here has done nothing for a moment. */
  untilIdle: () => Promise<void>
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/** What is kept of a picture; undefined where it is to be tried another time. */
const readOne = async (proof: Unread, { load, read }: ReadingParts): Promise<EvidenceItem[] | undefined> => {
  const picture = await load(proof)
  if (picture === 'gone') return [{ kind: 'ocr', proof: proof.proof, unreadable: 'gone' }]
  const answer = await read(picture)
  if (answer.outcome === 'failed') return undefined
  if (answer.outcome === 'broken') return [{ kind: 'ocr', proof: proof.proof, unreadable: 'broken' }]
  return [{ kind: 'ocr', proof: proof.proof, ...answer.facts, confidence: answer.confidence }]
}

/**
 * Reads every picture that nobody has read yet, one after another, while nobody acts (behaviour 14.52). One that could not be
 * read this time is left to another browser, or to the next visit.
 * @param left the pictures that were tried in vain
 */
export const readPictures = async (parts: ReadingParts, left: Set<string>): Promise<void> => {
  const { listUnread, keep, untilIdle, onProgress, signal } = parts
  while (!signal.aborted) {
    const { proofs, pictures, read } = await listUnread()
    onProgress({ pictures, read })
    const waiting = proofs.filter(({ proof }) => !left.has(proof))
    if (waiting.length === 0) return
    let done = 0
    for (const proof of waiting) {
      await untilIdle()
      if (signal.aborted) return
      const items = await readOne(proof, parts)
      if (signal.aborted) return
      if (items) await keep(items, proof)
      else left.add(proof.proof)
      done += items ? 1 : 0
      onProgress({ pictures, read: read + done })
    }
  }
}
