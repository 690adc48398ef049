import type { EvidenceItem, ProofsToRead } from '../../../festival/desk/evidence'
import { printMethod } from './picture-print'
import type { GivenPicture, PictureAnswer } from './picture-reader'
import type { Likeness } from './print-shelf'

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
  read: (given: GivenPicture) => Promise<PictureAnswer>
  /** Learns what other browsers made of pictures meanwhile, and which of those look like one that was read here. */
  learn: () => Promise<Likeness[]>
  keep: (items: EvidenceItem[]) => Promise<unknown>
  /** Waits until whoever sits here has done nothing for a moment. */
  untilIdle: () => Promise<void>
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

const noteLikeness = (likeness: Likeness): EvidenceItem => ({ kind: 'likeness', method: printMethod, ...likeness })

/** More is not kept of one picture: a screenshot that everybody sends says nothing. */
const mostLikenesses = 20

/** What is kept of a picture; undefined where it is to be tried another time. */
const readOne = async (proof: Unread, { load, read }: ReadingParts): Promise<EvidenceItem[] | undefined> => {
  const picture = await load(proof)
  if (picture === 'gone') return [{ kind: 'ocr', proof: proof.proof, unreadable: 'gone' }]
  const answer = await read({ picture, ...proof })
  if (answer.outcome === 'broken') return [{ kind: 'ocr', proof: proof.proof, unreadable: 'broken' }]
  if (answer.outcome !== 'read') return undefined
  const { facts, confidence, print, alike } = answer
  return [
    { kind: 'ocr', proof: proof.proof, ...facts, confidence },
    ...(print ? [{ kind: 'fingerprint' as const, proof: proof.proof, method: printMethod, data: print }] : []),
    ...alike.slice(0, mostLikenesses).map(noteLikeness),
  ]
}

/**
 * Reads every picture that nobody has read yet, one after another, while nobody acts (behaviour 14.52). One that could not be
 * read this time is left to another browser, or to the next visit.
 * @param left the pictures that were tried in vain
 */
export const readPictures = async (parts: ReadingParts, left: Set<string>): Promise<void> => {
  const { listUnread, learn, keep, untilIdle, onProgress, signal } = parts
  let hasRead = false
  while (!signal.aborted) {
    const { proofs, pictures, read } = await listUnread()
    onProgress({ pictures, read })
    const waiting = proofs.filter(({ proof }) => !left.has(proof))
    const late = waiting.length > 0 || hasRead ? await learn() : []
    if (late.length > 0) await keep(late.slice(0, mostLikenesses).map(noteLikeness))
    if (waiting.length === 0) return
    hasRead = true
    let done = 0
    for (const proof of waiting) {
      await untilIdle()
      if (signal.aborted) return
      const items = await readOne(proof, parts)
      if (signal.aborted) return
      if (items) await keep(items)
      else left.add(proof.proof)
      done += items ? 1 : 0
      onProgress({ pictures, read: read + done })
    }
  }
}
