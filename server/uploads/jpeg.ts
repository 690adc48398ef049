import type { ReadPicture } from './picture'

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda

/** Start-of-frame markers hold the size; the three left out of their range mean something else. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Within a scan, 0xFF belongs to the data when a zero or a restart marker follows it. */
const isScanData = (marker: number) => marker === 0x00 || (marker >= 0xd0 && marker <= 0xd7)

/** Where the scan that starts here gives way to the next marker; -1 when the file ends first. */
const findScanEnd = (bytes: Buffer, start: number): number => {
  let at = bytes.indexOf(0xff, start)
  while (at >= 0 && isScanData(bytes[at + 1] ?? 0)) at = bytes.indexOf(0xff, at + 2)
  return at
}

/** Walks the segments and the scans between them, from the start of the image to its end marker. */
export const readJpeg: ReadPicture = (bytes) => {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) return undefined
  let size: { width: number; height: number } | undefined
  let scanned = false
  let at = 2
  while (at >= 0 && at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === endOfImage) return size && scanned ? { ...size, end: at + 2 } : undefined
    if (at + 4 > bytes.length) return undefined
    const length = bytes.readUInt16BE(at + 2)
    const next = at + 2 + length
    if (length < 2 || next > bytes.length) return undefined
    if (isFrame(marker)) {
      if (size || length < 8) return undefined
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (marker === startOfScan) scanned = true
    at = marker === startOfScan ? findScanEnd(bytes, next) : next
  }
  return undefined
}
