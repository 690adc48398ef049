import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { identity, sisterEvent } from '#edition/identity'
import type { SisterEvent } from '../../festival/content/content'
import { isPlaceholder } from '../../festival/content/placeholder'
import { formatDays } from '../../festival/content/slot'
import type { LiveState } from '../../festival/live/state'
import { estimateWidth } from '../../festival/text/estimate-width'
import { Button } from '../../ui/button'
import { ErrorBoundary } from '../../ui/error-boundary'
import { Cross, Icon, Loading } from '../../ui/icon'
import { ThemeSwitch } from '../../ui/theme-switch'
import { optionalPages } from '../built'
import { Chatbot } from '../features/chatbot/chatbot'
import { SearchButton } from '../features/search/search-button'
import { FestivalProvider, useFestival } from '../festival'
import { MomentProvider, useMoment } from '../moment'
import { Link, textLinkLook } from '../navigation/link'
import { NavigationProvider, type Screen, useNavigation } from '../navigation/navigation'
import { Mark } from '../plate'
import { hasPage } from '../routes'
import { isAnnounced, splashId, splashOverEvent } from './splash/splash-script'

/** A plain link loads the whole page again, because the app itself may be broken. */
const ErrorScreen = ({ className = '' }: { className?: string }) => (
  <section role="alert" className={`py-16 ${className}`}>
    <Mark className="size-20" />
    <h1 tabIndex={-1} className="text-3xl">
      This page stopped working
    </h1>
    <p className="measure mt-4">
      This is our fault, and nothing you sent is lost. Load again, or{' '}
      <a href="/contact" className="underline">
        call us
      </a>
      .
    </p>
    <Button className="mt-8" onClick={() => location.reload()}>
      Load again
    </Button>
  </section>
)

interface AppProps {
  first: Screen
  /** The time of rendering, in milliseconds since 1970. */
  moment: number
  /** The state at rendering. */
  live: LiveState
  isPublic: boolean
}

export const App = ({ first, moment, live, isPublic }: AppProps) => (
  <ErrorBoundary fallback={<ErrorScreen className="page" />}>
    <FestivalProvider first={live}>
      <MomentProvider first={moment} isPublic={isPublic}>
        <NavigationProvider first={first}>
          <Frame />
        </NavigationProvider>
      </MomentProvider>
    </FestivalProvider>
  </ErrorBoundary>
)

const Frame = () => {
  const { screen, isLoading } = useNavigation()
  const { Page, match } = screen
  const isStandalone = match?.route.isStandalone
  return (
    <>
      <a
        href="#main"
        className="absolute -top-20 left-4 z-50 bg-ink px-4 py-3 text-paper focus:top-2"
      >
        Skip to the content
      </a>
      {sisterEvent && <SisterPopup {...sisterEvent} />}
      {isLoading && <Loading />}
      <Header isHome={screen.address === '/'} />
      <NoticeLine />
      <main id="main" className="page pb-8" aria-busy={isLoading}>
        <ErrorBoundary key={screen.address} fallback={<ErrorScreen />}>
          <Page {...screen.props} />
        </ErrorBoundary>
      </main>
      <Footer look={isStandalone ? 'print:hidden' : 'sm:mt-8'} />
      {!isStandalone && <BottomBar />}
    </>
  )
}

/** Whether the title needs more than two lines beside the buttons of a phone's header. */
const isTitleLong = estimateWidth(identity.title) > 15

const Header = ({ isHome }: { isHome: boolean }) => (
  <header className="page flex min-h-16 items-center justify-between gap-2 pt-2 print:hidden">
    <Link
      href="/"
      aria-label={`${identity.title}, home`}
      className="group -ml-1 flex min-h-11 min-w-0 items-center gap-2.5 px-1 font-display text-lg font-medium"
    >
      <Mark className="size-8 shrink-0 group-hover:text-lymph" />
      {/* The home page begins with the title. */}
      <span className={isHome || isTitleLong ? 'max-sm:hidden' : ''}>{identity.title}</span>
      {isTitleLong && !isHome && <span className="sm:hidden">{identity.shortTitle}</span>}
    </Link>
    <div className="-mr-2.5 flex shrink-0 items-center">
      <SearchButton />
      <ThemeSwitch />
    </div>
  </header>
)

const NoticeLine = () => {
  const { notice } = useFestival().state
  const { text, path, urgent, until = '' } = notice ?? {}
  return (
    <div role="status" className="page print:hidden">
      {useMoment() < Date.parse(until) && (
        <p
          className={`my-2 border-l-4 bg-leaf px-4 py-2.5 ${urgent ? 'border-artery font-semibold' : 'border-accent'}`}
        >
          {path ? (
            <Link href={path} className="underline">
              {text}
            </Link>
          ) : (
            text
          )}
        </p>
      )}
    </div>
  )
}

const links = [
  { href: '/schedule', label: 'Schedule' },
  { href: '/delegate-pass', label: 'Delegate pass' },
  { href: '/accommodation', label: 'Accommodation' },
  { href: '/contact', label: 'Contact' },
  { href: '/my-festival', label: 'My festival' },
  { href: '/did-it-arrive', label: 'Check my registration' },
  { href: '/privacy', label: 'Privacy' },
].filter(hasPage)

const Footer = ({ look }: { look: string }) => (
  <footer className={`page mt-5 pb-20 text-sm ${look}`}>
    <AxonRule />
    <div className="mt-6 grid gap-x-10 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex gap-4">
        <Mark className="mt-1 size-12 shrink-0" />
        <div>
          <p className="font-display text-lg">{identity.title}</p>
          <p className="caption">{identity.line}</p>
          <p className="mt-3 text-faded">
            <span className="figures">{formatDays(identity.firstDay, identity.lastDay)}</span>
            <span className="block">
              {[identity.college, identity.city].filter((text) => !isPlaceholder(text)).join(', ')}
            </span>
          </p>
        </div>
      </div>
      <div className="print:hidden">
        <nav aria-label="Useful links">
          <ul className="grid grid-cols-[auto_auto] gap-x-8">
            {links.map(({ href, label }) => (
              <li key={href}>
                <Link href={href} className={textLinkLook}>
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <a href={`mailto:${identity.email}`} className={textLinkLook}>
                {identity.email}
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </div>
  </footer>
)

const AxonRule = () => {
  const line = { x1: 5, x2: '100%', y1: 6, y2: 6, strokeLinecap: 'round' } as const
  return (
    // As wide as a whole number of segments.
    <svg
      aria-hidden="true"
      className="h-3 w-full supports-[width:round(down,1px,1px)]:w-[round(down,100%,57px)]"
    >
      <line {...line} strokeWidth="10" strokeDasharray="42 15" className="stroke-line" />
      <line {...line} strokeWidth="8" strokeDasharray="42 15" className="stroke-paper" />
      <line {...line} strokeWidth="1" className="stroke-line" />
    </svg>
  )
}

const workshopsItem = {
  href: '/workshops',
  label: 'Workshops',
  sign: 'M4 20 14.5 9.5M14 4l6 6-2.5 2.5-6-6zM4 20l1-4 3 3z',
}
const scheduleItem = {
  href: '/schedule',
  label: 'Schedule',
  sign: 'M4 6h16v14H4zM4 11h16M8 3v5M16 3v5',
}

/** Icons are paths on a 24-unit square. Some editions have no shop. */
const navItems = [
  { href: '/', label: 'Home', sign: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9' },
  {
    href: '/events',
    label: 'Events',
    sign: 'M8 4h8v5a4 4 0 0 1-8 0zM8 5H5v2l3 3M16 5h3v2l-3 3M12 13v6M8 20h8',
  },
  optionalPages.includes('workshops') ? workshopsItem : scheduleItem,
  {
    href: '/shop',
    label: 'Shop',
    sign: 'M9 4 4 6.5 5.5 11 8 10v10h8V10l2.5 1L20 6.5 15 4a3 3 0 0 1-6 0z',
  },
  {
    href: '/about',
    label: 'About',
    sign: 'M12 11v6M12 7v.5M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z',
  },
  { href: '/contact', label: 'Contact', sign: 'M4 6h16v12H4zM4 7l8 6 8-6' },
].filter(hasPage)

const isWithin = (address: string, href: string) => {
  const path = address.split('?')[0] ?? '/'
  return path === href || (href !== '/' && path.startsWith(`${href}/`))
}

/** Whether the wheel was last turned down, towards text that the bar would cover. */
const useIsReading = () => {
  const { screen } = useNavigation()
  const [read, setRead] = useState<Screen>()
  useEffect(() => {
    window.onwheel = ({ deltaY }) => {
      const left = document.body.scrollHeight - window.scrollY - window.innerHeight
      setRead(deltaY > 0 && left > 1 ? screen : undefined)
    }
  }, [screen])
  return read === screen
}

const placeLook =
  'flex min-h-14 w-full flex-col items-center justify-center border-t-2 border-transparent text-[min(0.75rem,3.4vw)]/4 text-faded sm:flex-row sm:gap-2 sm:text-sm'

const BottomBar = () => {
  const { screen } = useNavigation()
  const isReading = useIsReading()
  return (
    <div className={`places ${isReading ? 'is-aside' : ''}`}>
      {/* Has its height from the start, because the items may arrive later. */}
      <div className="mx-auto grid min-h-14 max-w-[44rem] grid-cols-[6fr_1fr]">
        <nav aria-label="Main" className="min-w-0">
          {/* Fixed columns keep the items in place while the page loads. */}
          <ul
            className={`grid ${navItems.length === 6 ? 'grid-cols-[5fr_5fr_6fr_5fr_5fr_6fr]' : 'grid-cols-[5fr_5fr_6fr_5fr_6fr]'}`}
          >
            {navItems.map(({ href, label, sign }) => (
              <li key={href} className="min-w-0">
                <Link
                  href={href}
                  aria-current={isWithin(screen.address, href) ? 'page' : undefined}
                  className={`${placeLook} aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink`}
                >
                  <Icon path={sign} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Chatbot className={placeLook} />
      </div>
    </div>
  )
}

/** Announces the sister event after the splash, once per load, and never over a form. */
const SisterPopup = ({ title, line, text }: SisterEvent) => {
  const { screen } = useNavigation()
  const [announced, setAnnounced] = useState<Screen>()
  const card = useRef<HTMLElement>(null)
  const show = useEffectEvent(() => {
    if (isAnnounced(screen.description)) {
      setAnnounced(screen)
    }
  })
  const isOpen = announced === screen
  useEffect(() => {
    // The frame stays until the page is left, so nothing removes the listener.
    const onSplashOver = () => show()
    if (!document.getElementById(splashId)) {
      onSplashOver()
    }
    window.addEventListener(splashOverEvent, onSplashOver)
  }, [])
  useEffect(() => {
    if (!isOpen) {
      return
    }
    // Escape and a tap elsewhere close a popover. Older browsers show a plain section.
    card.current?.showPopover?.()
    // The focus of a visitor who has begun to use the page stays where it is.
    if (document.activeElement === document.body) {
      card.current?.focus()
    }
  }, [isOpen])
  const close = () => setAnnounced(undefined)
  return (
    isOpen && (
      <section
        ref={card}
        popover="auto"
        onToggle={({ newState }) => newState === 'closed' && close()}
        role="dialog"
        aria-label={title}
        tabIndex={-1}
        data-colour="nerve"
        className="popup fixed z-20 overflow-y-auto border border-line bg-leaf px-4 py-2.5 text-ink outline-none print:hidden"
      >
        <h2 className="pr-8 text-lg">
          {title} <span className="caption text-accent">{line}</span>
        </h2>
        <p className="text-sm">{text}</p>
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className="absolute inset-[0_0_auto_auto] inline-flex size-11 items-center justify-center"
        >
          <Cross />
        </button>
      </section>
    )
  )
}
