import { prerender } from 'react-dom/static'
import { builtState } from './festival'
import { canonicalPath } from './navigation/canonical-path'
import { loadScreen, readAddress, type Screen } from './navigation/navigation'
import { type Match, routes } from './routes'
import { App } from './shell/frame'

/** One file that the build writes: the HTML of an address's app, and what its head needs. */
export interface PrerenderedScreen {
  screen: Screen
  html: string
  canonical: string | undefined
  /** The time for which it was rendered, in milliseconds since 1970. */
  moment: number
}

/** Every address of the site that has a file of its own: the first path of each route, with each of its choices. */
export const listScreens = (): { address: string; match: Match }[] =>
  routes
    .flatMap(({ paths: [path], choice }) => [
      ...(choice?.fallback ? [] : [path]),
      ...(choice?.values ?? []).map((value) => `${path}?${choice?.name}=${value}`),
    ])
    .flatMap((address) => {
      const match = readAddress(address)
      return match ? { address, match } : []
    })

/** Renders the app at an address, a moment and a state to HTML, as the browser will hydrate it. */
export const prerenderScreen = async (
  address: string,
  moment: number,
  live = builtState,
): Promise<PrerenderedScreen> => {
  const screen = await loadScreen(address)
  const { prelude } = await prerender(<App first={screen} moment={moment} live={live} />)
  const html = await new Response(prelude).text()
  return { screen, html, canonical: screen.match && canonicalPath(screen.match), moment }
}
