import { Icon } from '../../ui/icon'
import { Link } from '../navigation/link'
import { useNavigation } from '../navigation/navigation'

/** The six places, each with the strokes of its sign on a 24-unit square. */
const places = [
  { href: '/', label: 'Home', sign: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9' },
  {
    href: '/events',
    label: 'Events',
    sign: 'M8 4h8v5a4 4 0 0 1-8 0zM8 5H5v2a3 3 0 0 0 3 3M16 5h3v2a3 3 0 0 1-3 3M12 13v4M8.5 20h7M9.5 17h5',
  },
  { href: '/workshops', label: 'Workshops', sign: 'M4 20 14.5 9.5M14 4l6 6-2.5 2.5-6-6zM4 20l1-4 3 3z' },
  { href: '/shop', label: 'Shop', sign: 'M9 4 4 6.5 5.5 11 8 10v10h8V10l2.5 1L20 6.5 15 4a3 3 0 0 1-6 0z' },
  { href: '/about', label: 'About', sign: 'M12 11v6M12 7v.5M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z' },
  {
    href: '/contact',
    label: 'Contact',
    sign: 'M6 4h4l1.5 4.5L9 10a12 12 0 0 0 5 5l1.5-2.5L20 14v4a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z',
  },
] as const

const isWithin = (address: string, href: string) => {
  const path = address.split('?')[0] ?? '/'
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
}

/** The bar at the foot of the screen, within reach of a thumb; the place one is in is marked (behaviour 9.3). */
export const BottomNavigation = () => {
  const { screen } = useNavigation()
  return (
    <nav aria-label="Main" className="places">
      <ul className="mx-auto grid max-w-[44rem] grid-cols-6">
        {places.map(({ href, label, sign }) => (
          <li key={href} className="min-w-0">
            <Link
              href={href}
              aria-current={isWithin(screen.address, href) ? 'page' : undefined}
              className="flex min-h-14 flex-col items-center justify-center border-t-2 border-transparent text-[min(0.75rem,3.6vw)]/4 text-faded aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink sm:flex-row sm:gap-2 sm:text-sm"
            >
              <Icon path={sign} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
