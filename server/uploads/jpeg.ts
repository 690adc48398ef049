import {
  exifPrefix,
  maxPieces,
  type ReadPicture,
  readOrientation,
  writeOrientation,
} from './picture'

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
/**
 * A progressive picture has some ten. Readers unpack the whole picture anew for each, so thousands of empty ones would keep an
 * organiser's browser busy for minutes.
 */
const maxScans = 64
const app = 0xe0

/** Tables of the picture: Huffman, arithmetic, quantization, and how often a scan restarts. */
const tables = new Set([0xc4, 0xcc, 0xdb, 0xdd])
/** JFIF's version, density and size of the thumbnail; Adobe's version, flags and transform. Notes may follow them. */
const jfifBytes = 14
const adobeBytes = 12

/** Start-of-frame markers hold the size; the three left out of their range mean something else. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Within a scan, 0xFF belongs to the data when a zero or a restart marker follows it. */
const isScanData = (marker: number) => marker === 0x00 || (marker >= 0xd0 && marker <= 0xd7)

/** Where the scan that starts here gives way to the next marker; -1 when the file ends first. */
const findScanEnd = (bytes: Buffer, start: number): number => {
  // Byte by byte: a call for each of a million markers would take a hundred times as long.
  for (let at = start; at < bytes.length; at += 1) {
    if (bytes[at] === 0xff && !isScanData(bytes[at + 1] ?? 0)) {
      return at
    }
  }
  return -1
}

const makeSegment = (marker: number, ...data: Buffer[]): Buffer => {
  const whole = Buffer.concat(data)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(whole.length + 2, 2)
  return Buffer.concat([head, whole])
}

const beginsWith = (data: Buffer, text: string) => data.toString('latin1', 0, text.length) === text

/** An Exif segment with the orientation alone; undefined for an upright picture. */
const makeOrientationChunk = (data: Buffer): Buffer | undefined => {
  const orientation = readOrientation(data)
  return orientation === 1
    ? undefined
    : makeSegment(app + 1, exifPrefix, writeOrientation(orientation))
}

/** What of an application segment is needed: the words of JFIF without its thumbnail, Adobe's transform, ICC profiles. */
const keepApplication = (marker: number, data: Buffer): Buffer | undefined => {
  if (marker === app && beginsWith(data, 'JFIF\0') && data.length >= jfifBytes) {
    return makeSegment(marker, data.subarray(0, jfifBytes - 2), Buffer.alloc(2))
  }
  if (marker === app + 2 && beginsWith(data, 'ICC_PROFILE\0')) {
    return makeSegment(marker, data)
  }
  if (marker === app + 14 && beginsWith(data, 'Adobe') && data.length >= adobeBytes) {
    return makeSegment(marker, data.subarray(0, adobeBytes))
  }
  return undefined
}

/**
 * Walks the segments and the scans between them, from the start of the image to its end marker. Only segments that are
 * known to be needed are kept, so nothing stays because nobody thought of it (behaviour 6.20).
 */
export const readJpeg: ReadPicture = (bytes) => {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) {
    return undefined
  }
  const chunks = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let hasExif = false
  let scanned = 0
  let scans = 0
  let pieces = 0
  let at = 2
  while (at + 1 < bytes.length) {
    pieces += 1
    if (bytes[at] !== 0xff || pieces > maxPieces) {
      return undefined
    }
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === endOfImage) {
      chunks.push(bytes.subarray(at, at + 2))
      return size && scanned > 0 ? { ...size, kept: Buffer.concat(chunks) } : undefined
    }
    if (at + 4 > bytes.length) {
      return undefined
    }
    const length = bytes.readUInt16BE(at + 2)
    let next = at + 2 + length
    if (length < 2 || next > bytes.length) {
      return undefined
    }
    const data = bytes.subarray(at + 4, next)
    if (isFrame(marker)) {
      if (size || length < 8) {
        return undefined
      }
      size = { height: data.readUInt16BE(1), width: data.readUInt16BE(3) }
    }
    if (marker === startOfScan) {
      scans += 1
      if (scans > maxScans) {
        return 'too-many-scans'
      }
      const end = findScanEnd(bytes, next)
      // A scan before the frame has nothing to draw on.
      if (end < 0 || !size) {
        return undefined
      }
      scanned += end - next
      next = end
    }
    let needed: Buffer | undefined
    if (isFrame(marker) || tables.has(marker) || marker === startOfScan) {
      needed = bytes.subarray(at, next)
    }
    // Between scans nobody looks for notes, not even for how to turn the picture.
    else if (
      scanned === 0 &&
      marker === app + 1 &&
      !hasExif &&
      data.subarray(0, exifPrefix.length).equals(exifPrefix)
    ) {
      hasExif = true
      needed = makeOrientationChunk(data)
    } else if (scanned === 0) {
      needed = keepApplication(marker, data)
    }
    if (needed) {
      chunks.push(needed)
    }
    at = next
  }
  return undefined
}
