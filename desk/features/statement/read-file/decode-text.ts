/** How a text was written. */
export type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const marks: readonly [Charset, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** UTF-16 without a mark: plain letters leave every other byte zero. */
const guessWide = (bytes: Uint8Array): Charset | undefined => {
  const head = bytes.subarray(0, 400)
  const zeros = [0, 1].map((odd) => head.filter((byte, index) => index % 2 === odd && byte === 0).length)
  const [even = 0, odd = 0] = zeros
  if (odd > head.length / 4 && even === 0) return 'utf-16le'
  return even > head.length / 4 && odd === 0 ? 'utf-16be' : undefined
}

/** The charset of a text: its mark, else UTF-8 if every byte is, else windows-1252. */
export const decodeText = (bytes: Uint8Array): { text: string; charset: Charset } => {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0] ?? guessWide(bytes)
  if (marked) return { text: new TextDecoder(marked).decode(bytes), charset: marked }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), charset: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), charset: 'windows-1252' }
  }
}
