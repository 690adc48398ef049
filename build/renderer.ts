import { type LiveState, withState } from '../festival/live/state'
import { wholeEdition } from '../festival/live/whole-edition'
import type { Renderer } from '../server/pages/keep-pages-current'
import { prerenderScreen } from '../site/entry-prerender'
import { fillDocument } from './fill-document'
import { describeScreen } from './structured-data'

/** If nothing has changed since the build, the page does not need to contain the state. */
const isAsBuilt = ({ version, places = {} }: LiveState): boolean =>
  version === 0 && Object.keys(places).length === 0

/** The server calls this when it starts and after each change of the festival's state. */
export const renderPage: Renderer['renderPage'] = async ({
  address,
  document,
  live,
  moment,
  publicUrl,
  isPublic,
}) => {
  const shown = isAsBuilt(live) ? undefined : live
  const { screen, html, canonical } = await prerenderScreen(address, moment, shown, isPublic)
  const festival = withState(wholeEdition, live.state, live.version)
  const structuredData = canonical
    ? describeScreen(screen, { publicUrl, now: moment, isPublic, festival })
    : []
  return fillDocument(document, { html, moment, structuredData, live: shown })
}
