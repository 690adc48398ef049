import { identity } from '#edition/identity'
import { ButtonLink, Link } from '../navigation/link'
import { Drawing, findDrawing } from '../plate'
import { hasPage } from '../routes'

export const describe = () => ({
  title: `Page not found · ${identity.title}`,
  description: 'There is no page at this address.',
})

const links = [
  { href: '/events', label: 'Events' },
  { href: '/workshops', label: 'Workshops' },
  { href: '/schedule', label: 'Schedule' },
  { href: '/contact', label: 'Contact' },
].filter(hasPage)

const { name } = findDrawing('not-found')

export default () => (
  <section className="grid grid-cols-1 items-center gap-x-14 gap-y-8 pt-6 md:grid-cols-[auto_minmax(0,1fr)]">
    <figure className="max-w-full justify-self-center">
      <Drawing of="not-found" className="w-56 md:w-80" />
      <figcaption className="caption text-center">Plate 404.{name && ` ${name}.`}</figcaption>
    </figure>
    <div>
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        This page does not exist
      </h1>
      <p className="measure mt-4">
        The address may be mistyped, or the page has moved. Everything is one step away:
      </p>
      <p className="mt-6">
        <ButtonLink href="/" className="w-full sm:w-auto">
          Go to the home page
        </ButtonLink>
      </p>
      <ul className="mt-4 flex flex-wrap gap-x-6">
        {links.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  </section>
)
