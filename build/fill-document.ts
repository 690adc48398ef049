import type { LiveState } from '../festival/live/state'
import { stateBlockId } from '../site/device/storage-keys'
import { stalledId } from '../site/navigation/retry-import'

/** JSON that may stand in a script element, or in an attribute between single quotes. */
export const escapeJson = (value: object) =>
  JSON.stringify(value).replace(
    /[<&']/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  )

const script = (type: string, id: string, value: object) =>
  `<script type="${type}"${id}>${escapeJson(value)}</script>`

export interface Filling {
  /** What the app shows, and for which time, in milliseconds since 1970. */
  html: string
  moment: number
  structuredData: readonly object[]
  /** The state that it shows; undefined for the edition as it was built. */
  live?: LiveState
}

const dataBeforeHeadEnds = /(?:<script type="application\/ld\+json">[^<]*<\/script>)*<\/head>/
const appWithState = new RegExp(`<div id="app".*?(?=<div id="${stalledId}")`, 's')

/** Puts into a page's document what it shows, and takes out what it showed; all the rest stays as it was built. */
export const fillDocument = (
  document: string,
  { html, moment, structuredData, live }: Filling,
): string => {
  const data = structuredData.map((node) => script('application/ld+json', '', node)).join('')
  const app = `<div id="app"${html && ` data-moment="${moment}"`}>${html}</div>`
  const state = live ? script('application/json', ` id="${stateBlockId}"`, live) : ''
  return document
    .replace(dataBeforeHeadEnds, () => `${data}</head>`)
    .replace(appWithState, () => app + state)
}
