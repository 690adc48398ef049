import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { identity } from '#edition/identity'
import { deskPage } from '../../festival/desk/calls'
import { Dialog } from '../../ui/dialog'
import { ThemeSwitch } from '../../ui/theme-switch'
import { Link, matchRoute, pages, useAddress, waitingSearch } from '../address'
import { meOptions } from '../api'
import { Notices } from '../features/decisions/notices'

const places = [
  { page: 'queue', name: 'Queue', href: `${deskPage}?${waitingSearch}` },
  { page: 'statement', name: 'Statement', href: pages.statement },
  { page: 'walk-in', name: 'Walk-in', href: pages['walk-in'] },
  { page: 'audit', name: 'Audit log', href: pages.audit },
  { page: 'sessions', name: 'You', href: pages.sessions },
] as const

/** Pages that the navigation doesn't name, by the place under which they are found. */
const belongsTo = new Map([
  ['record', 'queue'],
  ['refunds', 'statement'],
  ['rehearsal', 'statement'],
  ['people', 'sessions'],
])

const Places = ({ isTall = false, onGo }: { isTall?: boolean; onGo?: () => void }) => {
  const { path } = useAddress()
  const shown = matchRoute(path).page
  return (
    <nav aria-label="Desk">
      <ul className={isTall ? 'grid' : 'flex'}>
        {places.map(({ page, name, href }) => {
          const isHere = page === (belongsTo.get(shown) ?? shown)
          return (
            <li key={page}>
              <Link
                href={href}
                {...(onGo ? { onClick: onGo } : {})}
                aria-current={isHere ? 'page' : undefined}
                className={`target flex items-center px-3 hover:underline aria-[current]:font-semibold ${isTall ? 'border-b border-rule' : 'aria-[current]:shadow-[inset_0_-2px_0_var(--ink)]'}`}
              >
                {name}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The desk's name, the ways to its pages, and what is not yet saved; on a phone they leave the record the whole screen. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const { path } = useAddress()
  const { data: me } = useQuery(meOptions)
  const [isOpen, setIsOpen] = useState(false)
  const isRecord = matchRoute(path).page === 'record'
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <a href="#main" className="absolute -top-20 left-4 z-50 bg-ink px-4 py-3 text-paper focus:top-2">
        Skip to the content
      </a>
      <header
        className={`flex items-center justify-between gap-3 border-b border-rule bg-leaf pl-4 ${isRecord ? 'max-lg:hidden' : ''}`}
      >
        <p className="font-display text-lg font-medium whitespace-nowrap">
          {identity.shortTitle} <i className="font-normal text-faded">desk</i>
        </p>
        <div className="flex items-center">
          <div className="max-md:hidden">
            <Places />
          </div>
          <ThemeSwitch />
          <button
            type="button"
            className="target px-4 font-semibold md:hidden"
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          >
            Menu
          </button>
        </div>
      </header>
      <Notices />
      <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 outline-none lg:overflow-y-auto">
        {children}
      </main>
      {isOpen && (
        <Dialog title="Desk" onClose={() => setIsOpen(false)}>
          <p className="mb-3 break-all text-faded">{me?.email}</p>
          <Places isTall onGo={() => setIsOpen(false)} />
        </Dialog>
      )}
    </div>
  )
}
