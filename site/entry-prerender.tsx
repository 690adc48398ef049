import { prerender } from 'react-dom/static'
import { builtState } from './festival'
import { canonicalPath } from './navigation/canonical-path'
import { loadScreen, readAddress, type Screen } from './navigation/navigation'
import { type Match, routes } from './routes'
import { App } from './shell/frame'

export interface PrerenderedScreen {
  screen: Screen
  html: string
  canonical: string | undefined
  /** The time of rendering, in milliseconds since 1970. */
  moment: number
}

/** Addresses with a file of their own: the canonical path of each route, once per choice. */
export const listScreens = (): { address: string; match: Match }[] =>
  routes
    .flatMap(({ paths: [path], choice }) => {
      if (!choice) {
        return [path]
      }
      const chosen = choice.values.map((value) => `${path}?${choice.name}=${value}`)
      return choice.fallback ? chosen : [path, ...chosen]
    })
    .flatMap((address) => {
      const match = readAddress(address)
      return match ? { address, match } : []
    })

export const prerenderScreen = async (
  address: string,
  moment: number,
  live = builtState,
  isPublic = true,
): Promise<PrerenderedScreen> => {
  const screen = await loadScreen(address)
  const { prelude } = await prerender(
    <App first={screen} moment={moment} live={live} isPublic={isPublic} />,
  )
  const html = await new Response(prelude).text()
  return { screen, html, canonical: screen.match && canonicalPath(screen.match), moment }
}
