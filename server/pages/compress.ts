import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)

/**
 * Brotli quality. The fast one takes 2 ms per page. The best one makes a page more than a kilobyte
 * smaller but takes a hundred times as long.
 */
export const fastQuality = 5
export const bestQuality = 11

/** The window has 2^18 bytes, more than any page. A larger one takes megabytes of memory. */
const windowBits = 18

export const compress = async (plain: Uint8Array, quality: number) => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
  }
  const [br, gz] = await Promise.all([
    compressWithBrotli(plain, { params }),
    compressWithGzip(plain),
  ])
  return { br: new Uint8Array(br), gzip: new Uint8Array(gz) }
}
