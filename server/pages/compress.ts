import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)

/**
 * Brotli quality. The fast one takes 2 ms per page. The best one saves a kilobyte but takes forty
 * times as long.
 */
export const fastQuality = 5
export const bestQuality = 10

export const compress = async (plain: Uint8Array, quality: number) => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const [br, gz] = await Promise.all([
    compressWithBrotli(plain, { params }),
    compressWithGzip(plain),
  ])
  return { br: new Uint8Array(br), gzip: new Uint8Array(gz) }
}
