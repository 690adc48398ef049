import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { identity } from '#edition/identity'
import type { Me } from '../festival/contract/organisers'
import { nameEvent } from '../festival/contract/queue'
import { Dialog } from '../ui/dialog'
import { ErrorBoundary } from '../ui/error-boundary'
import { ThemeSwitch } from '../ui/theme-switch'
import { Link, matchRoute, pages, type Route, readView, useAddress, waitingSearch } from './address'
import { meOptions, useRefetchOnReturn } from './api'
import { CashPage } from './features/bank/cash-page'
import { RefundsPage } from './features/bank/refunds-page'
import { StatementPage } from './features/bank/statement-page'
import { entryOptions } from './features/decisions/commands'
import { listUnsaved, resumeUnsaved } from './features/decisions/decision-status'
import { Notices } from './features/decisions/notices'
import { DoorsPage } from './features/doors/doors-page'
import { sendingOptions } from './features/events/attendance-marks'
import { EventPage } from './features/events/event-page'
import { FestivalPage } from './features/festival/festival-page'
import { ListsPage } from './features/lists/lists-page'
import { MessagesPage } from './features/messages/messages-page'
import { AuditPage } from './features/organisers/audit-page'
import { PeoplePage, SessionsPage } from './features/organisers/organisers-page'
import { OverviewPage } from './features/overview/overview-page'
import { PictureReader } from './features/pictures/reading'
import { QueuePage } from './features/queue/queue-page'
import { SignIn } from './features/sign-in/sign-in'
import { WalkInPage } from './features/walk-in/walk-in-page'
import { Announcer, Failed } from './messages'
import { QueryStatus } from './page'

const pageContents: Readonly<
  Record<Route['page'], readonly [title: string, Page?: ComponentType<{ id: string }>]>
> = {
  overview: ['Overview', OverviewPage],
  queue: ['Queue'],
  entry: ['Entry'],
  event: ['Event', EventPage],
  'sign-in': ['Sign in'],
  sessions: ['Account', SessionsPage],
  people: ['Organisers', PeoplePage],
  statement: ['Bank statement', StatementPage],
  refunds: ['Refunds', RefundsPage],
  cash: ['Cash', CashPage],
  'walk-in': ['Walk-in', WalkInPage],
  audit: ['Audit log', AuditPage],
  lists: ['Lists', ListsPage],
  messages: ['Messages', MessagesPage],
  festival: ['Festival', FestivalPage],
  doors: ['Doors', DoorsPage],
  'not-found': ['Page not found'],
}

export const Desk = () => {
  const client = useQueryClient()
  const { path, search } = useAddress()
  const meQuery = useQuery(meOptions)
  const { data: me, refetch } = meQuery
  // The user may have signed in again in another tab.
  useRefetchOnReturn(refetch)
  const { page, id } = findRoute(me, path, search)
  // Reads only the cached entry. The entry page fetches it.
  const { data: entry } = useQuery({ ...entryOptions(id ?? ''), enabled: false })
  const recordName = page === 'event' ? nameEvent(id ?? '') : page === 'entry' && entry?.label
  const title = recordName || pageContents[page][0]
  const isSigningIn = page === 'sign-in'
  useEffect(() => {
    document.title = `${title} · ${identity.shortTitle} desk`
  }, [title])
  return (
    <>
      {(isSigningIn || me === null) && (
        <>
          {!isSigningIn && <UnsavedWarning count={listUnsaved(client).length} />}
          <SignIn key={path} />
        </>
      )}
      {!isSigningIn && me && <SignedIn me={me} page={page} id={id} />}
      {!isSigningIn && me === undefined && (
        <main className="mx-auto max-w-md py-10">
          <h1 className="px-4 text-2xl">Organisers’ desk</h1>
          <QueryStatus
            query={meQuery}
            what="The desk could not be opened."
            loading="Opening the desk …"
          />
        </main>
      )}
      <Announcer />
    </>
  )
}

const UnsavedWarning = ({ count }: { count: number }) =>
  count > 0 && (
    <p role="status" className="bg-nerve px-4 py-3 text-center font-semibold text-paper">
      You have been signed out.{' '}
      {count === 1 ? 'One decision is not saved yet.' : `${count} decisions are not saved yet.`}{' '}
      Keep this page open and sign in again here.
    </p>
  )

/** Heads see only the pages for their own events. Lists of an event lead to its page. */
const findRoute = (me: Me | null | undefined, path: string, search: string): Route => {
  const route = matchRoute(path, search)
  if (
    !me?.events ||
    ['sessions', 'sign-in', 'festival', 'doors', 'messages'].includes(route.page)
  ) {
    return route
  }
  const [onlyEvent, ...others] = me.events
  const named = route.page === 'event' ? route.id : readView(search).filter.event
  const event = me.events.find((key) => key === named)
  if (event) {
    return { page: 'event', id: event }
  }
  return others.length === 0 ? { page: 'event', id: onlyEvent } : { page: 'festival' }
}

const SignedIn = ({ me, page, id }: Route & { me: Me }) => {
  const client = useQueryClient()
  const { search } = useAddress()
  const isHead = me.role === 'head'
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  useEffect(() => resumeUnsaved(client, me.email), [client, me.email])
  useQuery(sendingOptions(client, me.email))
  const isList = page === 'queue' || page === 'entry'
  const PageContent = pageContents[page][1] ?? NotFound
  // Opening an entry must neither reload nor scroll the list beside the entry.
  const contentKey = isList ? 'queue' : `${page} ${id ?? ''}`
  const main = useRef<HTMLElement>(null)
  const scrollKey = page === 'lists' ? `${page}?${search}` : contentKey
  // Runs before the effects of a page that scrolls to one of its parts.
  useLayoutEffect(() => {
    if (scrollKey) {
      main.current?.scrollTo(0, 0)
    }
  }, [scrollKey])
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh print:block print:h-auto">
      <a
        href="#main"
        className="absolute -top-20 left-4 z-50 bg-ink px-4 py-3 text-paper focus:top-2"
      >
        Skip to the content
      </a>
      <header
        className={`flex items-center justify-between gap-3 border-b border-rule bg-leaf pl-4 print:hidden ${page === 'entry' ? 'max-lg:hidden' : ''}`}
      >
        <p className="font-display text-lg font-medium whitespace-nowrap">
          {identity.shortTitle} <i className="font-normal text-faded">desk</i>
        </p>
        <div className="flex items-center">
          <div className="max-lg:hidden">
            <Navigation page={page} isHead={isHead} />
          </div>
          <ThemeSwitch />
          <button
            type="button"
            className="target px-4 font-semibold lg:hidden"
            aria-haspopup="dialog"
            onClick={() => setIsMenuOpen(true)}
          >
            Menu
          </button>
        </div>
      </header>
      <Notices />
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="relative min-h-0 flex-1 outline-none lg:overflow-y-auto print:overflow-visible"
      >
        <ErrorBoundary key={contentKey} fallback={<BrokenPage />}>
          {isList && <QueuePage id={id} search={search} />}
          {!isList && <PageContent id={id ?? ''} />}
        </ErrorBoundary>
        <PictureReader />
      </main>
      {isMenuOpen && (
        <Dialog title="Desk" onClose={() => setIsMenuOpen(false)}>
          <p className="mb-3 wrap-anywhere text-faded">{me.email}</p>
          <Navigation page={page} isHead={isHead} isTall onGo={() => setIsMenuOpen(false)} />
        </Dialog>
      )}
    </div>
  )
}

const NotFound = () => (
  <div className="p-6">
    <h1 className="text-2xl">Page not found</h1>
  </div>
)

const navItems: readonly { label: string; page: keyof typeof pages; isForHeads?: true }[] = [
  { label: 'Overview', page: 'overview' },
  { label: 'Queue', page: 'queue' },
  { label: 'Lists', page: 'lists' },
  { label: 'Festival', page: 'festival', isForHeads: true },
  { label: 'Doors', page: 'doors', isForHeads: true },
  { label: 'Statement', page: 'statement' },
  { label: 'Refunds', page: 'refunds' },
  { label: 'Cash', page: 'cash' },
  { label: 'Walk-in', page: 'walk-in' },
  { label: 'Messages', page: 'messages', isForHeads: true },
  { label: 'Audit log', page: 'audit' },
  { label: 'Account', page: 'sessions', isForHeads: true },
]

/** Pages without an item of their own. */
const parentPages: Readonly<Record<string, string>> = {
  entry: 'queue',
  event: 'festival',
  people: 'sessions',
}

const Navigation = ({
  page,
  isHead,
  isTall = false,
  onGo,
}: {
  page: string
  isHead: boolean
  isTall?: boolean
  onGo?: () => void
}) => (
  <nav aria-label="Desk">
    <ul className={isTall ? 'grid' : 'flex'}>
      {navItems
        .filter(({ isForHeads }) => isForHeads || !isHead)
        .map((item) => (
          <li key={item.page}>
            <Link
              href={item.page === 'queue' ? `${pages.queue}?${waitingSearch}` : pages[item.page]}
              onClick={onGo}
              aria-current={item.page === (parentPages[page] ?? page) ? 'page' : undefined}
              className={`target flex items-center hover:underline aria-[current]:font-semibold ${isTall ? 'border-b border-rule px-3' : 'px-2.5 aria-[current]:shadow-[inset_0_-2px_0_var(--ink)]'}`}
            >
              {item.label}
            </Link>
          </li>
        ))}
    </ul>
  </nav>
)

/** Shown after an error. Unsaved decisions are still sent, and survive a reload. */
const BrokenPage = () => (
  <Failed
    what="This page cannot be shown."
    failure={{ message: 'Check your connection, then reload. Your decisions are not lost.' }}
    retry="Reload"
    onRetry={() => window.location.reload()}
  />
)
