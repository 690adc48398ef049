import { identity } from '#edition/identity'
import { formatDays } from '../../festival/slot'
import { Link } from '../navigation/link'
import { AxonRule } from './axon-rule'
import { Mark } from './mark'

const links = [
  { href: '/schedule', label: 'Schedule' },
  { href: '/delegate-pass', label: 'Delegate pass' },
  { href: '/accommodation', label: 'Accommodation' },
  { href: '/contact', label: 'Contact' },
] as const

const linkLook = 'inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-ink'

/** What stands under every page: whose festival it is, and where to go next (behaviour 9.3). */
export const Footer = () => (
  <footer className="page mt-12 pb-28 text-sm">
    <AxonRule />
    <div className="mt-8 grid gap-x-10 gap-y-6 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex gap-4">
        <Mark className="mt-1 size-12 shrink-0" />
        <div>
          <p className="font-display text-lg">{identity.title}</p>
          <p className="caption">{identity.line}</p>
          <p className="mt-3 text-faded">
            <span className="figures">{formatDays(identity.firstDay, identity.lastDay)}</span>
            <br />
            {identity.college}
            <br />
            {identity.city}
          </p>
        </div>
      </div>
      <div className="print:hidden">
        <nav aria-label="Useful links">
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-x-8 sm:grid-cols-2">
            {links.map(({ href, label }) => (
              <li key={href}>
                <Link href={href} className={linkLook}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <a href={`mailto:${identity.email}`} className={linkLook}>
          {identity.email}
        </a>
      </div>
    </div>
  </footer>
)
