import type { LiveState } from '../festival/live/state'
import { stateBlockId } from '../site/device/storage-keys'
import { stalledId } from '../site/navigation/retry-import'

/** For script elements, and for attributes in single quotes. */
export const escapeJson = (value: object) =>
  JSON.stringify(value).replace(
    /[<&']/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  )

const script = (type: string, id: string, value: object) =>
  `<script type="${type}"${id}>${escapeJson(value)}</script>`

export interface PageContent {
  /** The app's HTML as of `moment`, which is in milliseconds since 1970. */
  html: string
  moment: number
  structuredData: readonly object[]
  live?: LiveState | undefined
}

const structuredDataAtHeadEnd = /(?:<script type="application\/ld\+json">[^<]*<\/script>)*<\/head>/
const appWithState = new RegExp(`<div id="app".*?(?=<div id="${stalledId}")`, 's')

/** Replaces the app, its state and its structured data in a document. */
export const fillDocument = (
  document: string,
  { html, moment, structuredData, live }: PageContent,
): string => {
  const data = structuredData.map((node) => script('application/ld+json', '', node)).join('')
  const app = `<div id="app"${html && ` data-moment="${moment}"`}>${html}</div>`
  const state = live ? script('application/json', ` id="${stateBlockId}"`, live) : ''
  return document
    .replace(structuredDataAtHeadEnd, () => `${data}</head>`)
    .replace(appWithState, () => app + state)
}
