import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { identity } from '#edition/identity'
import type { Me } from '../festival/contract/organisers'
import { Dialog } from '../ui/dialog'
import { ErrorBoundary } from '../ui/error-boundary'
import { ThemeSwitch } from '../ui/theme-switch'
import { Link, matchRoute, pages, useAddress, waitingSearch } from './address'
import { meOptions } from './api'
import { CashPage } from './features/bank/cash-page'
import { RefundsPage } from './features/bank/refunds-page'
import { StatementPage } from './features/bank/statement-page'
import { entryOptions } from './features/decisions/commands'
import { listUnsaved, resumeUnsaved } from './features/decisions/decision-status'
import { Notices } from './features/decisions/notices'
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
import { Announcer, Failed, Loading } from './messages'

const pageContents: Readonly<
  Record<ReturnType<typeof matchRoute>['page'], readonly [title: string, Page?: ComponentType]>
> = {
  overview: ['Overview', OverviewPage],
  queue: ['Queue'],
  entry: ['Entry'],
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
  'not-found': ['Page not found'],
}

export const Desk = () => {
  const client = useQueryClient()
  const { path, search } = useAddress()
  const { data: me, error, refetch } = useQuery(meOptions)
  useEffect(() => {
    // The user may have signed in again in another tab.
    const refetchIfVisible = () => void (document.visibilityState === 'visible' && refetch())
    document.addEventListener('visibilitychange', refetchIfVisible)
    window.addEventListener('focus', refetchIfVisible)
    return () => {
      document.removeEventListener('visibilitychange', refetchIfVisible)
      window.removeEventListener('focus', refetchIfVisible)
    }
  }, [refetch])
  const { page, id } = pageFor(me, path, search)
  // Reads only the cached entry. The entry page fetches it.
  const { data: entry } = useQuery({ ...entryOptions(id ?? ''), enabled: false })
  const title = (page === 'entry' && entry?.label) || pageContents[page][0]
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
      {!isSigningIn && me && <SignedIn me={me} />}
      {!isSigningIn && me === undefined && (
        <main className="mx-auto max-w-md py-10">
          <h1 className="px-4 text-2xl">Organisers’ desk</h1>
          {error ? (
            <Failed failure={error} what="The desk could not be opened." onRetry={refetch} />
          ) : (
            <Loading message="Opening the desk …" />
          )}
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

/** Heads of events see only the pages for their own events. */
const pageFor = (
  me: Me | null | undefined,
  path: string,
  search: string,
): ReturnType<typeof matchRoute> => {
  const match = matchRoute(path, search)
  const isForAll = ['sessions', 'sign-in', 'festival', 'messages'].includes(match.page)
  return me?.role !== 'head' || isForAll ? match : { page: 'lists' }
}

const SignedIn = ({ me }: { me: Me }) => {
  const client = useQueryClient()
  const { path, search } = useAddress()
  const { page, id } = pageFor(me, path, search)
  const isHead = me.role === 'head'
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => resumeUnsaved(client, me.email), [client, me.email])
  const isList = page === 'queue' || page === 'entry'
  const PageContent = pageContents[page][1] ?? NotFound
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
            <Places page={page} isHead={isHead} />
          </div>
          <ThemeSwitch />
          <button
            type="button"
            className="target px-4 font-semibold lg:hidden"
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          >
            Menu
          </button>
        </div>
      </header>
      <Notices />
      <main
        id="main"
        tabIndex={-1}
        className="relative min-h-0 flex-1 outline-none lg:overflow-y-auto print:overflow-visible"
      >
        {/* Opening an entry must not reload the list beside the entry. */}
        <ErrorBoundary key={isList ? 'queue' : page} fallback={<BrokenPage />}>
          {isList && <QueuePage id={id} search={search} />}
          {!isList && <PageContent />}
        </ErrorBoundary>
        <PictureReader />
      </main>
      {isOpen && (
        <Dialog title="Desk" onClose={() => setIsOpen(false)}>
          <p className="mb-3 break-all text-faded">{me.email}</p>
          <Places page={page} isHead={isHead} isTall onGo={() => setIsOpen(false)} />
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

/** `holds` lists the pages for which an item is shown as the current one. */
const navItems = [
  { name: 'Overview', href: pages.overview, holds: ['overview'] },
  { name: 'Queue', href: `${pages.queue}?${waitingSearch}`, holds: ['queue', 'entry'] },
  { name: 'Lists', href: pages.lists, holds: ['lists'], isForHeads: true },
  { name: 'Festival', href: pages.festival, holds: ['festival'], isForHeads: true },
  { name: 'Statement', href: pages.statement, holds: ['statement'] },
  { name: 'Refunds', href: pages.refunds, holds: ['refunds'] },
  { name: 'Cash', href: pages.cash, holds: ['cash'] },
  { name: 'Walk-in', href: pages['walk-in'], holds: ['walk-in'] },
  { name: 'Messages', href: pages.messages, holds: ['messages'], isForHeads: true },
  { name: 'Audit log', href: pages.audit, holds: ['audit'] },
  { name: 'Account', href: pages.sessions, holds: ['sessions', 'people'], isForHeads: true },
]

const Places = ({
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
        .map(({ name, href, holds }) => (
          <li key={name}>
            <Link
              href={href}
              onClick={onGo}
              aria-current={holds.includes(page) ? 'page' : undefined}
              className={`target flex items-center hover:underline aria-[current]:font-semibold ${isTall ? 'border-b border-rule px-3' : 'px-2.5 aria-[current]:shadow-[inset_0_-2px_0_var(--ink)]'}`}
            >
              {name}
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
