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
 * Progressive pictures have about ten. Viewers decode the whole picture for each scan, so thousands
 * of empty scans would block a browser for minutes.
 */
const maxScans = 64
const app = 0xe0

/** Markers of Huffman, arithmetic and quantization tables, and of the restart interval. */
const tables = new Set([0xc4, 0xcc, 0xdb, 0xdd])
/** Bytes of the parts to keep: JFIF up to its thumbnail size, Adobe up to its transform. */
const jfifBytes = 14
const adobeBytes = 12

/** The range of start-of-frame markers includes three markers that mean something else. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Within a scan, 0xFF is data if a zero or a restart marker follows. */
const isScanData = (marker: number) => marker === 0x00 || (marker >= 0xd0 && marker <= 0xd7)

/** Returns the position of the next marker after this scan, or -1. */
const findScanEnd = (bytes: Buffer, start: number): number => {
  // Calling `indexOf` for each of a million markers would take a hundred times as long.
  for (let offset = start; offset < bytes.length; offset += 1) {
    if (bytes[offset] === 0xff && !isScanData(bytes[offset + 1] ?? 0)) {
      return offset
    }
  }
  return -1
}

const makeSegment = (marker: number, ...data: Buffer[]): Buffer => {
  const content = Buffer.concat(data)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

const beginsWith = (data: Buffer, text: string) => data.toString('latin1', 0, text.length) === text

/** Returns undefined for an upright picture. */
const makeOrientationChunk = (data: Buffer): Buffer | undefined => {
  const orientation = readOrientation(data)
  if (orientation === 1) {
    return undefined
  }
  return makeSegment(app + 1, exifPrefix, writeOrientation(orientation))
}

/** Keeps JFIF without the thumbnail, Adobe's transform and ICC profiles. */
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

/** Keeps only segments that are known to be necessary, so unknown metadata is dropped. */
export const readJpeg: ReadPicture = (bytes) => {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) {
    return undefined
  }
  const chunks = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let hasExif = false
  let scannedBytes = 0
  let scans = 0
  let pieces = 0
  let offset = 2
  while (offset + 1 < bytes.length) {
    pieces += 1
    if (bytes[offset] !== 0xff || pieces > maxPieces) {
      return undefined
    }
    const marker = bytes[offset + 1] ?? 0
    if (marker === 0xff) {
      offset += 1
      continue
    }
    if (marker === endOfImage) {
      chunks.push(bytes.subarray(offset, offset + 2))
      return size && scannedBytes > 0 ? { ...size, cleaned: Buffer.concat(chunks) } : undefined
    }
    if (offset + 4 > bytes.length) {
      return undefined
    }
    const length = bytes.readUInt16BE(offset + 2)
    let next = offset + 2 + length
    if (length < 2 || next > bytes.length) {
      return undefined
    }
    const data = bytes.subarray(offset + 4, next)
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
      // A scan before the first frame cannot be decoded.
      if (end < 0 || !size) {
        return undefined
      }
      scannedBytes += end - next
      next = end
    }
    let kept: Buffer | undefined
    if (isFrame(marker) || tables.has(marker) || marker === startOfScan) {
      kept = bytes.subarray(offset, next)
    }
    // Viewers ignore metadata between scans.
    else if (
      scannedBytes === 0 &&
      marker === app + 1 &&
      !hasExif &&
      data.subarray(0, exifPrefix.length).equals(exifPrefix)
    ) {
      hasExif = true
      kept = makeOrientationChunk(data)
    } else if (scannedBytes === 0) {
      kept = keepApplication(marker, data)
    }
    if (kept) {
      chunks.push(kept)
    }
    offset = next
  }
  return undefined
}
