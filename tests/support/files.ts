import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

/**
 * Reads a file of `tests/support/pictures`. JPEG and WebP files were encoded by a browser, with
 * 96x64 pixels and a colour profile. They show "PAID 300" and "UTR 4711", light on dark. `noted`
 * files have a phone's metadata wherever the format allows it: "Phone 15" at "12.9716N 77.5946E".
 * `turned` files must be shown with a quarter turn.
 */
export const readPicture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, 'pictures', name))

export const pngChunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

interface PngOptions {
  width?: number
  height?: number
  /** The exact file size, at least 5,000. It determines the dimensions. */
  bytes?: number
  /** The grey level, with which pictures can differ. */
  shade?: number
}

const assemblePng = (width: number, height: number, data: Buffer): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Small pictures are noise, which hardly compresses. Large pictures have a single shade. */
const fillRow = (width: number, isLarge: boolean, shade: number, row: number): Buffer => {
  const pixels = Buffer.alloc(width, shade)
  if (isLarge) {
    return pixels
  }
  let state = shade * 1_000 + row + 1
  for (let index = 0; index < width; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[index] = state >>> 24
  }
  return pixels
}

/** The number of bytes that are neither rows nor block headers. */
const pngFrameBytes = 63
const blockHead = 5
const blockBytes = 65_535

/** Stores uncompressed rows, and adds empty blocks until the file has the requested size. */
const makeSizedPng = (bytes: number, shade: number): Buffer => {
  const width = bytes < 100_000 ? 65 : 255
  const rowBytes = width + 1
  const room = bytes - pngFrameBytes
  let height = Math.floor(room / rowBytes)
  const fits = () => {
    const left = room - height * rowBytes
    return left % blockHead === 0 && left / blockHead >= Math.ceil((height * rowBytes) / blockBytes)
  }
  while (height > 0 && !fits()) {
    height -= 1
  }
  if (height < 64) {
    throw new Error(`A picture of ${bytes} bytes is too small to be sized`)
  }
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, shade)])
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  const blocks = (room - rows.length) / blockHead
  const parts = [Buffer.from([0x78, 0x01])]
  for (let index = 0; index < blocks; index += 1) {
    const data = rows.subarray(index * blockBytes, (index + 1) * blockBytes)
    const head = Buffer.from([index === blocks - 1 ? 1 : 0, 0, 0, 0, 0])
    head.writeUInt16LE(data.length, 1)
    head.writeUInt16LE(~data.length & 0xffff, 3)
    parts.push(head, data)
  }
  return assemblePng(width, height, Buffer.concat([...parts, deflateSync(rows).subarray(-4)]))
}

/**
 * A grey PNG. A picture of more than 200,000 pixels contains at most 200 rows, whatever height it
 * declares, like a decompression bomb.
 */
export const makePng = ({
  width = 64,
  height = 64,
  bytes,
  shade = 128,
}: PngOptions = {}): Buffer => {
  if (bytes !== undefined) {
    return makeSizedPng(bytes, shade)
  }
  const isLarge = width * height > 200_000
  const rows = Array.from({ length: isLarge ? Math.min(height, 200) : height }, (_, row) =>
    Buffer.concat([Buffer.from([0]), fillRow(width, isLarge, shade, row)]),
  )
  return assemblePng(width, height, deflateSync(Buffer.concat(rows)))
}

export const makeUploadForm = (bytes: Buffer = makePng(), preset = 'payment'): FormData => {
  const form = new FormData()
  form.append('upload_preset', preset)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'proof.png')
  return form
}

export const makeJpeg = (): Buffer => readPicture('plain.jpg')

export const makeWebp = (kind: 'lossy' | 'lossless' = 'lossy'): Buffer =>
  readPicture(`${kind}.webp`)

export const makePdf = (): Buffer => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = text.length
  text += `xref\n0 4\n0000000000 65535 f \n${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
