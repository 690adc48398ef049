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

/** A JPEG with comments in front of its picture, as phones write them. */
const bulkyJpeg = (seed: number): Buffer => {
  const picture = makeJpeg()
  const comments: Buffer[] = []
  for (let left = size - picture.length; left > 4; left -= 65_535) {
    const data = noise(seed + left, Math.min(left - 4, 65_531))
    const head = Buffer.from([0xff, 0xfe, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    comments.push(head, data)
  }
  return Buffer.concat([picture.subarray(0, 2), ...comments, picture.subarray(2)])
}

/** Twelve screenshots of about 400 KB each, PNG and JPEG by turns. */
export const makeScreenshots = (): Buffer[] =>
  Array.from({ length: 12 }, (_, index) =>
    index % 2 === 0 ? makePng({ bytes: size + index * 997, shade: index * 20 }) : bulkyJpeg(index),
  )
