import type { ComponentType } from 'react'
import {
  loadPage,
  type Match,
  matchAddress,
  type PageDescription,
  type PageModule,
  type PageProps,
  type Route,
} from '../routes'

/** A screen that is ready to show: its page is loaded and its address read. */
export interface Screen {
  /** Path and query as the address bar has them. */
  address: string
  match: Match | undefined
  Page: ComponentType<PageProps>
  props: PageProps
  description: PageDescription
}

const loaded = new Map<Route | undefined, PageModule>()

const readAddress = (address: string) => {
  const [path = '/', search = ''] = (address.split('#')[0] ?? '/').split('?')
  return matchAddress(path, search)
}

const makeScreen = (address: string, match: Match | undefined, page: PageModule): Screen => {
  const props = match?.props ?? {}
  return { address, match, Page: page.default, props, description: page.describe(props) }
}

/** Loads the page of an address; a screen that was loaded before comes from memory. @throws when the network fails. */
export const loadScreen = async (address: string): Promise<Screen> => {
  const match = readAddress(address)
  const page = loaded.get(match?.route) ?? (await loadPage(match?.route))
  loaded.set(match?.route, page)
  return makeScreen(address, match, page)
}

/** The screen of an address if its page has been loaded already. */
export const readyScreen = (address: string): Screen | undefined => {
  const match = readAddress(address)
  const page = loaded.get(match?.route)
  return page && makeScreen(address, match, page)
}
