import { identity } from '#edition/identity'
import { ThemeSwitch } from '../../ui/theme-switch'
import { SearchButton } from '../features/search/search-button'
import { Link } from '../navigation/link'
import { Mark } from './mark'

/** The festival's mark and name, which lead home, and beside them what serves every page (behaviour 9.3). */
export const Header = () => (
  <header className="page flex min-h-16 flex-wrap items-center justify-between gap-2 pt-2 print:hidden">
    <Link
      href="/"
      aria-label={`${identity.title}, home`}
      className="group -ml-1 flex min-h-11 min-w-0 items-center gap-2.5 px-1 font-display text-lg font-medium"
    >
      <Mark className="size-8 shrink-0 group-hover:text-lymph" />
      {identity.title}
    </Link>
    <div className="flex items-center">
      <SearchButton />
      <ThemeSwitch />
    </div>
  </header>
)
