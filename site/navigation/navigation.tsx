import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import {
  loadPage,
  type Match,
  matchAddress,
  type PageDescription,
  type PageModule,
  type PageProps,
  type Route,
} from '../routes'
import { canonicalPath } from './canonical-path'
import { offerRetry } from './retry-import'

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

export const readAddress = (address: string): Match | undefined => {
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

const findLoadedScreen = (address: string): Screen | undefined => {
  const match = readAddress(address)
  const page = loaded.get(match?.route)
  return page && makeScreen(address, match, page)
}

interface Navigation {
  screen: Screen
  go: (address: string) => void
  /** Goes to the previous page, or to the parent where there is none on this site (behaviour 9.2). */
  goBack: (parent: string) => void
  isLoading: boolean
}

const NavigationContext = createContext<Navigation | undefined>(undefined)

/** The screen that shows now, and the way to another. @throws outside of the site's frame. */
export const useNavigation = (): Navigation => {
  const navigation = use(NavigationContext)
  if (!navigation) {
    throw new Error('No page')
  }
  return navigation
}

/** What this site keeps with an entry of the browser's history. */
interface Entry {
  /** How far its page was scrolled, in pixels. */
  scroll?: number
  /** Whether this site pushed it, so that Back leads to a page of ours. */
  pushed?: boolean
  /** Whether it stands for an open dialog (`ui/use-close-on-back.ts`). */
  isDialog?: boolean
}

const readEntry = (): Entry => window.history.state ?? {}

const rememberScroll = () =>
  window.history.replaceState({ ...readEntry(), scroll: window.scrollY } satisfies Entry, '')

/** Whether the server answers for an address: then a page that does not load is one of another build. */
const isReachable = (address: string) =>
  fetch(address, { method: 'HEAD' }).then(
    (answer) => answer.ok,
    () => false,
  )

const currentAddress = () => location.pathname + location.search

/** Shows a change as a cross-fade where the browser can and the visitor likes motion. */
const crossFade = (change: () => void) => {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (still || !document.startViewTransition) {
    return change()
  }
  // A transition that a faster visitor's next one cuts short is no error; the change itself happens all the same.
  document.startViewTransition(change).ready.catch(() => undefined)
}

/**
 * Follows the address bar. A new screen scrolls to the top and takes the focus to its heading; Back returns to where
 * one was (behaviour 9.2). The old screen stays until the new page has come, so nothing flashes.
 */
export const NavigationProvider = ({ first, children }: { first: Screen; children: ReactNode }) => {
  const [address, setAddress] = useState(first.address)
  const [screen, setScreen] = useState(first)
  const [isLoading, setIsLoading] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const pushed = useRef(false)
  const shownAddress = useRef(first.address)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    // Back may have been pressed before the page came alive.
    setAddress(currentAddress())
    // Back or Forward, also while a page that was asked for is still on its way.
    const onPopState = () => {
      pushed.current = false
      setAddress(currentAddress())
    }
    const leaving = new AbortController()
    document.addEventListener('scrollend', rememberScroll, { signal: leaving.signal })
    window.addEventListener('popstate', onPopState, { signal: leaving.signal })
    window.addEventListener('pagehide', rememberScroll, { signal: leaving.signal })
    const { scroll } = readEntry()
    if (scroll !== undefined) {
      window.scrollTo({ top: scroll, behavior: 'instant' })
    }
    return () => leaving.abort()
  }, [])

  useEffect(() => {
    if (address === shownAddress.current) {
      // Also on the way back from a page that has not come.
      setIsLoading(false)
      return
    }
    let stale = false
    const show = (next: Screen) => {
      if (stale) {
        return
      }
      shownAddress.current = address
      setIsLoading(false)
      crossFade(() => flushSync(() => setScreen(next)))
    }
    const recover = async () => {
      if (stale) {
        return
      }
      const isOtherBuild = await isReachable(address)
      if (stale) {
        return
      }
      setIsLoading(false)
      if (isOtherBuild) {
        location.reload()
      } else {
        offerRetry(() => setAttempt(attempt + 1))
      }
    }
    const ready = findLoadedScreen(address)
    if (ready) {
      queueMicrotask(() => show(ready))
    } else {
      setIsLoading(true)
      loadScreen(address).then(show, recover)
    }
    return () => {
      stale = true
    }
  }, [address, attempt])

  useLayoutEffect(() => {
    if (screen === first) {
      return
    }
    updateHead(screen)
    const isBack = !pushed.current
    pushed.current = false
    const top = (isBack && readEntry().scroll) || 0
    window.scrollTo({ top, behavior: 'instant' })
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [screen, first])

  const go = useCallback((to: string) => {
    rememberScroll()
    pushed.current = to.split('#')[0] !== currentAddress()
    // A page that is reached from a dialog takes the place of the dialog's entry.
    const change = readEntry().isDialog ? 'replaceState' : 'pushState'
    window.history[change]({ pushed: true } satisfies Entry, '', to)
    setAddress(currentAddress())
  }, [])

  const goBack = useCallback(
    (parent: string) => {
      if (readEntry().pushed) {
        window.history.back()
      } else {
        go(parent)
      }
    },
    [go],
  )

  return <NavigationContext value={{ screen, go, goBack, isLoading }}>{children}</NavigationContext>
}

/** Where the site is published, as the first page's own link says: a mirror is not the canonical place. */
let publicOrigin: string | undefined

/** Sets what an element of the head says, or takes the element away where there is nothing to say. */
const setHeadElement = (
  tag: 'link' | 'meta',
  kind: 'rel' | 'name',
  name: string,
  value: string | undefined,
) => {
  const existing = document.head.querySelector(`${tag}[${kind}="${name}"]`)
  if (!value) {
    return existing?.remove()
  }
  const element = existing ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(kind, name)
  element.setAttribute(tag === 'link' ? 'href' : 'content', value)
}

/** Says in the document's head what the screen's own file would: title, description, canonical link, whether to index it. */
const updateHead = ({ description: { title, description }, match }: Screen): void => {
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  publicOrigin ??= link ? new URL(link.href).origin : location.origin
  document.title = title
  setHeadElement('meta', 'name', 'description', description)
  setHeadElement('link', 'rel', 'canonical', match && publicOrigin + canonicalPath(match))
  setHeadElement('meta', 'name', 'robots', match && !match.route.unlisted ? undefined : 'noindex')
}
