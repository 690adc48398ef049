import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { LiveState } from '../../festival/live/state'
import type { Clock } from '../system/clock'
import type { SiteAddress } from './fill-address'
import { replaceContent, type Site, type SiteFile } from './site'

export interface Renderer {
  renderPage(
    page: SiteAddress & {
      address: string
      document: string
      live: LiveState
      moment: number
    },
  ): Promise<string>
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
  log: Pick<Logger, 'error' | 'info' | 'debug'>
}): Promise<void> => {
  const { publicUrl, isPublic } = site
  const compressBetter = async () => {
    await site.compressBetter()
    log.debug('the pages are compressed')
  }
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
    return replaceContent(built, text)
  }
  const renderAll = async (live: LiveState) => {
    const isOutdated = () => {
      const { version, places } = state.snapshot().live
      return version !== live.version || places !== live.places
    }
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
      state.failedPages.delete(address)
    }
    log.info(`the pages show version ${live.version} of the festival’s state`)
    void compressBetter()
  }
  state.onChange((live) => void renderAll(live))
  const { live } = state.snapshot()
  // The pages in the build are those for a public address.
  if (live.version > 0 || !isPublic) {
    return renderAll(live)
  }
  void compressBetter()
  return Promise.resolve()
}
