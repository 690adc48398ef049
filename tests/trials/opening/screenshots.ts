import { createHash } from 'node:crypto'
import { makeJpeg, makePng } from '../../support/files'

const size = 400 * 1024

/** Bytes that don't compress, always the same ones. */
const noise = (seed: number, length: number): Buffer => {
  const parts: Buffer[] = []
  for (let index = 0; index * 32 < length; index += 1)
    parts.push(createHash('sha256').update(`${seed} ${index}`).digest())
  return Buffer.concat(parts).subarray(0, length)
}

const profileMark = Buffer.from('ICC_PROFILE\0', 'latin1')
/** A segment of a profile, and what stands in it before its data. */
const segmentBytes = 65_535
const headBytes = 18

/** A JPEG with a large colour profile in front of its picture; that is kept, unlike a phone's comments. */
const bulkyJpeg = (seed: number): Buffer => {
  const picture = makeJpeg()
  const segments: Buffer[] = []
  for (let left = size - picture.length; left > headBytes; left -= segmentBytes) {
    const data = noise(seed + left, Math.min(left, segmentBytes) - headBytes)
    const head = Buffer.from([0xff, 0xe2, 0, 0])
    head.writeUInt16BE(data.length + headBytes - 2, 2)
    segments.push(head, profileMark, Buffer.from([1, 1]), data)
  }
  return Buffer.concat([picture.subarray(0, 2), ...segments, picture.subarray(2)])
}

/** Twelve screenshots of about 400 KB each, PNG and JPEG by turns. */
export const makeScreenshots = (): Buffer[] =>
  Array.from({ length: 12 }, (_, index) =>
    index % 2 === 0 ? makePng({ bytes: size + index * 997, shade: index * 20 }) : bulkyJpeg(index),
  )
