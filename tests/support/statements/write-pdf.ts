import { createHash } from 'node:crypto'

/** A text on a page of A4, in points from the lower left corner; `end` is where a right-aligned one ends. */
export interface Placed {
  text: string
  at: number
  from: 'left' | 'right'
  baseline: number
}

const size = 8
/** Helvetica's widths, in thousandths of its size. */
const widths: readonly [number, string][] = [
  [222, 'ijl'],
  [278, ' !,./:;\\I[]ft'],
  [333, '()-`r'],
  [500, 'Jcksvxyz'],
  [584, '+<=>~'],
  [611, 'FTZ'],
  [667, '&ABEKPSVXY'],
  [722, 'CDHNRUw'],
  [778, 'GOQ'],
  [833, 'Mm'],
  [944, 'W'],
  [1015, '@'],
]
export const widthOf = (text: string): number =>
  ([...text].reduce((sum, sign) => sum + (widths.find(([, signs]) => signs.includes(sign))?.[0] ?? 556), 0) / 1000) *
  size

const quote = (text: string) => text.replace(/[\\()]/g, '\\$&')

const contentOf = (page: readonly Placed[]): string =>
  page
    .map(({ text, at, from, baseline }) => {
      const left = from === 'left' ? at : at - widthOf(text)
      return `BT /F1 ${size} Tf ${left.toFixed(2)} ${baseline.toFixed(2)} Td (${quote(text)}) Tj ET`
    })
    .join('\n')

const rc4 = (key: Buffer, data: Buffer): Buffer => {
  const box = Array.from({ length: 256 }, (_one, index) => index)
  const at = (index: number) => box[index & 255] ?? 0
  const swap = (one: number, other: number) => {
    const kept = at(one)
    box[one & 255] = at(other)
    box[other & 255] = kept
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255
      j = (j + at(i)) & 255
      swap(i, j)
      return byte ^ at(at(i) + at(j))
    }),
  )
}

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()
const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex')
const padded = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)

/** The oldest encryption of the format (40 bits), which every reader knows: what it needs of the file, and how an object is locked. */
const lock = (password: string) => {
  const id = Buffer.from('0123456789abcdef')
  const owner = rc4(md5(padded(password)).subarray(0, 5), padded(password))
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const key = md5(padded(password), owner, permissions, id).subarray(0, 5)
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
  return {
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, padding))} /P -4 >>`,
    id: `[${hex(id)} ${hex(id)}]`,
    apply: (object: number, data: Buffer): Buffer =>
      rc4(md5(key, Buffer.from([object & 255, object >> 8, 0, 0, 0])).subarray(0, 10), data),
  }
}

/** A PDF with these pages, opened by a password where one is given. */
export const writePdf = (pages: readonly (readonly Placed[])[], password?: string): Uint8Array => {
  const locked = password === undefined ? undefined : lock(password)
  const first = 4
  const objects: Buffer[] = []
  const put = (number: number, body: string | Buffer) => {
    objects[number] = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')])
  }
  const kids = pages.map((_page, index) => `${first + index * 2} 0 R`).join(' ')
  put(1, '<< /Type /Catalog /Pages 2 0 R >>')
  put(2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  put(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const [index, page] of pages.entries()) {
    const number = first + index * 2
    const plain: Buffer = Buffer.from(contentOf(page), 'latin1')
    const data = locked ? locked.apply(number + 1, plain) : plain
    put(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${number + 1} 0 R >>`,
    )
    put(
      number + 1,
      Buffer.concat([Buffer.from(`<< /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')]),
    )
  }
  const head: Buffer = Buffer.from('%PDF-1.4\n')
  const parts: Buffer[] = [head]
  let offset = head.length
  const offsets: string[] = []
  for (const body of objects.slice(1)) {
    offsets.push(`${String(offset).padStart(10, '0')} 00000 n \n`)
    parts.push(body)
    offset += body.length
  }
  const more = locked ? ` /Encrypt ${locked.dictionary} /ID ${locked.id}` : ''
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length} /Root 1 0 R${more} >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  )
  return new Uint8Array(Buffer.concat(parts))
}
