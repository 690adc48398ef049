import { withState } from '../festival/live/state'
import { wholeEdition } from '../festival/live/whole-edition'
import type { Renderer } from '../server/pages/keep-pages-current'
import { prerenderScreen } from '../site/entry-prerender'
import { fillDocument } from './fill-document'
import { describeScreen } from './structured-data'

/** The server calls this after each change of the festival's state. */
export const renderPage: Renderer['renderPage'] = async ({
  address,
  document,
  live,
  moment,
  publicUrl,
  isPublic,
}) => {
  const { screen, html, canonical } = await prerenderScreen(address, moment, live, isPublic)
  const festival = withState(wholeEdition, live.state, live.version)
  const structuredData = canonical
    ? describeScreen(screen, { publicUrl, now: moment, isPublic, festival })
    : []
  return fillDocument(document, { html, moment, structuredData, live })
}
