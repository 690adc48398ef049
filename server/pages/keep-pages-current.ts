import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Logger } from 'pino'
import type { LiveState } from '../../festival/live/state'
import type { Clock } from '../system/clock'
import type { Site, SiteFile } from './site'

export interface Renderer {
  renderPage(page: {
    address: string
    document: string
    live: LiveState
    moment: number
    publicUrl: string
    isPublic: boolean
  }): Promise<string>
}

const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)
/**
 * Brotli quality. The fast one takes 2 ms per page. The best one saves a kilobyte but takes forty
 * times as long.
 */
const fastQuality = 5
const bestQuality = 10

const compress = async (plain: Uint8Array, quality: number) => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const [br, gz] = await Promise.all([
    compressWithBrotli(plain, { params }),
    compressWithGzip(plain),
  ])
  return { br: new Uint8Array(br), gzip: new Uint8Array(gz) }
}

/**
 * Renders one page per turn of the event loop, and stops when a newer state arrives. Resolves when
 * the pages show the initial state.
 */
export const keepPagesCurrent = ({
  site,
  renderer,
  state,
  clock,
  log,
}: {
  site: Site
  renderer: Renderer
  state: {
    snapshot: () => { live: LiveState }
    onChange: (listener: (live: LiveState) => void) => void
    failedPages: Set<string>
  }
  clock: Clock
  log: Pick<Logger, 'error' | 'info'>
}): Promise<void> => {
  const { publicUrl, isPublic } = site
  const renderFile = async (
    { address, built }: Site['screens'][number],
    live: LiveState,
  ): Promise<SiteFile> => {
    const text = await renderer.renderPage({
      address,
      document: new TextDecoder().decode(built.plain),
      live,
      moment: clock().getTime(),
      publicUrl,
      isPublic,
    })
    const plain = new TextEncoder().encode(text)
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    return { ...built, hash, plain, encoded: await compress(plain, fastQuality) }
  }
  const renderAll = async (live: LiveState) => {
    const isOutdated = () => {
      const { version, places } = state.snapshot().live
      return version !== live.version || places !== live.places
    }
    const rendered = []
    for (const screen of site.screens) {
      const { address, replace } = screen
      await nextTurn()
      const result = await renderFile(screen, live).catch((err: unknown) => ({ err }))
      if (isOutdated()) {
        return
      }
      if ('err' in result) {
        state.failedPages.add(address)
        log.error(
          result,
          `the page ${address} could not be rendered again; its earlier version stays online`,
        )
        continue
      }
      replace(result)
      rendered.push({ file: result, replace })
      state.failedPages.delete(address)
    }
    log.info(`the pages show version ${live.version} of the festival’s state`)
    for (const { file, replace } of rendered) {
      const encoded = await compress(file.plain, bestQuality)
      if (isOutdated()) {
        return
      }
      replace({ ...file, encoded })
    }
  }
  state.onChange((live) => void renderAll(live))
  const { live } = state.snapshot()
  return live.version > 0 ? renderAll(live) : Promise.resolve()
}
