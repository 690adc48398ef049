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

export interface Screen {
  /** The path and the query. */
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

/** Caches loaded pages. @throws if the network fails */
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
  /** Goes back in the history, or to the parent if the previous page is on another site. */
  goBack: (parent: string) => void
  isLoading: boolean
}

const NavigationContext = createContext<Navigation | undefined>(undefined)

/** @throws outside of `NavigationProvider` */
export const useNavigation = (): Navigation => {
  const navigation = use(NavigationContext)
  if (!navigation) {
    throw new Error('No page')
  }
  return navigation
}

interface Entry {
  /** In pixels. */
  scroll?: number
  /** Whether this site pushed the entry, so that Back leads to a page of this site. */
  pushed?: boolean
  /** Whether the entry belongs to an open dialog (`ui/use-close-on-back.ts`). */
  isDialog?: boolean
}

const readEntry = (): Entry => window.history.state ?? {}

const rememberScroll = () =>
  window.history.replaceState({ ...readEntry(), scroll: window.scrollY } satisfies Entry, '')

/** If the server responds, a page that fails to load belongs to another build. */
const isReachable = (address: string) =>
  fetch(address, { method: 'HEAD' }).then(
    (answer) => answer.ok,
    () => false,
  )

const currentAddress = () => location.pathname + location.search

/** Scrolls to a part of the page, even if it is folded, and moves the focus there. */
export const showPart = (id: string): boolean => {
  const part = document.getElementById(id)
  part?.closest('details')?.setAttribute('open', '')
  part?.scrollIntoView()
  part?.focus({ preventScroll: true })
  return part !== null
}

const crossFade = (change: () => void) => {
  const prefersNoMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (prefersNoMotion || !document.startViewTransition) {
    return change()
  }
  // A newer transition may cancel this one. The change is applied anyway.
  document.startViewTransition(change).ready.catch(() => undefined)
}

/**
 * Shows each new screen from the top and focuses its heading, or from the part that the address
 * names. Back restores the scroll position.
 * The old screen stays until the new page has loaded.
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
    // The visitor may have pressed Back before hydration.
    setAddress(currentAddress())
    // Back or Forward may be pressed while another page is loading.
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
      // Also reached when the user presses Back while a page is still loading.
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
    if (!isBack && showPart(location.hash.slice(1))) {
      return
    }
    const top = (isBack && readEntry().scroll) || 0
    window.scrollTo({ top, behavior: 'instant' })
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [screen, first])

  const go = useCallback((to: string) => {
    rememberScroll()
    pushed.current = to.split('#')[0] !== currentAddress()
    // A page opened from a dialog replaces the dialog's history entry.
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

/** Read from the first page's canonical link, because a mirror has another origin. */
let publicOrigin: string | undefined

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

/** The result must match the head of the screen's prerendered file. */
const updateHead = ({ description: { title, description }, match }: Screen): void => {
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  publicOrigin ??= link ? new URL(link.href).origin : location.origin
  document.title = title
  setHeadElement('meta', 'name', 'description', description)
  setHeadElement('link', 'rel', 'canonical', match && publicOrigin + canonicalPath(match))
  setHeadElement('meta', 'name', 'robots', match && !match.route.unlisted ? undefined : 'noindex')
}
