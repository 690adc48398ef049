import { identity } from '#edition/identity'
import { buttonLook } from '../components/button'
import { Link } from '../navigation/link'

export const describe = () => ({
  title: `Page not found · ${identity.title}`,
  description: 'There is no page at this address.',
})

export default () => (
  <section className="py-16">
    <p className="caption">Plate missing</p>
    <h1 tabIndex={-1} className="text-3xl">
      This page is not in the atlas
    </h1>
    <p className="measure mt-4">The address may have a slip in it, or the page has moved.</p>
    <p className="mt-8">
      <Link href="/" className={buttonLook()}>
        Go to the home page
      </Link>
    </p>
  </section>
)
