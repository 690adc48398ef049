import { crc32, deflateSync } from 'node:zlib'

const block = (type: string, content: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(content.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

const headerOf = (width: number, height: number, colourType: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colourType, 0, 0, 0], 8)
  return header
}

const channels = (code: number) => [code >>> 24, (code >>> 16) & 255, (code >>> 8) & 255, code & 255] as const

const shade = (value: number) => Math.round(Math.round((value * 23) / 255) * (255 / 23))

/** A colour with each channel held to 24 shades: a drawing of two inks on paper has few, and the eye misses none. */
const coarsen = (code: number): number => {
  const [red, green, blue, alpha] = channels(code)
  return ((shade(red) << 24) | (shade(green) << 16) | (shade(blue) << 8) | shade(alpha)) >>> 0
}

/** The colour that most of every hundredth pixel has: the paper, which must keep its exact tone. */
const findGround = (codes: Uint32Array): number => {
  const counts = new Map<number, number>()
  for (let index = 0; index < codes.length; index += 97) {
    const code = codes[index] ?? 0
    if ((code & 255) === 255) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return [...counts.entries()].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/**
 * Encodes pixels (RGBA, a byte a channel, row by row) as a PNG with a palette of at most 256 colours, a fraction of the
 * size of true colour. Fully transparent pixels share one entry.
 */
export const encodePng = (width: number, height: number, pixels: Uint8Array): Buffer => {
  const counts = new Map<number, number>()
  const codes = new Uint32Array(width * height)
  const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  for (let index = 0; index < codes.length; index++) codes[index] = view.getUint32(index * 4)
  const ground = findGround(codes)
  const coarse = new Map<number, number>()
  for (let index = 0; index < codes.length; index++) {
    const exact = codes[index] ?? 0
    const code = coarse.get(exact) ?? (exact === ground ? exact : coarsen(exact))
    coarse.set(exact, code)
    codes[index] = code
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  const palette = [...counts.entries()]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([code]) => code)
  const nearest = new Map<number, number>(palette.map((code, place) => [code, place]))
  const find = (code: number): number => {
    const known = nearest.get(code)
    if (known !== undefined) return known
    const own = channels(code)
    let best = 0
    let least = Number.POSITIVE_INFINITY
    palette.forEach((other, place) => {
      const theirs = channels(other)
      const gap = own.reduce((sum, value, channel) => sum + (value - (theirs[channel] ?? 0)) ** 2, 0)
      if (gap < least) [best, least] = [place, gap]
    })
    nearest.set(code, best)
    return best
  }
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = find(codes[y * width + x] ?? 0)
  }
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    block('IHDR', headerOf(width, height, 3)),
    block('PLTE', Buffer.from(palette.flatMap((code) => channels(code).slice(0, 3)))),
    block('tRNS', Buffer.from(palette.map((code) => channels(code)[3]))),
    block('IDAT', deflateSync(rows, { level: 9 })),
    block('IEND', Buffer.alloc(0)),
  ])
}
