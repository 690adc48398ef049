import { identity } from '#edition/identity'
import { buttonLook } from '../../ui/button'
import { Link } from '../navigation/link'

export const describe = () => ({
  title: `Page not found · ${identity.title}`,
  description: 'There is no page at this address.',
})

const places = [
  { href: '/events', label: 'Events' },
  { href: '/workshops', label: 'Workshops' },
  { href: '/schedule', label: 'Schedule' },
  { href: '/contact', label: 'Contact' },
] as const

/** An empty plate: the frame, the leader lines and the letters are there, the neuron is not. */
const EmptyPlate = () => (
  <svg viewBox="0 0 300 360" aria-hidden="true" focusable="false" className="w-56 md:w-80">
    <g fill="none" stroke="currentColor" strokeLinecap="round">
      <path d="M10 10h280v340H10z" className="stroke-rule" />
      <path d="M16 16h268v328H16z" className="stroke-rule" strokeWidth="0.6" />
      <path
        strokeDasharray="1 7"
        strokeWidth="2"
        d="M150 226c-2-26 2-44 0-62M150 166c-4-34-46-38-58-84M150 166c4-36 42-40 56-88M92 82c-10-14-12-26-8-44M92 84c-20-6-34-18-42-34M206 78c8-16 8-28 2-44M206 80c20-4 34-16 40-32M116 122c16-22 10-42 4-62M186 120c-10-22-8-42-4-62M150 246c4 26-6 44 0 74"
      />
      <ellipse cx="150" cy="236" rx="17" ry="19" strokeDasharray="1 7" strokeWidth="2" />
      <path strokeWidth="0.8" className="stroke-line" d="M200 96 262 112M168 238 262 246M152 292 262 300" />
    </g>
    <g className="fill-faded font-display italic" fontSize="15">
      <text x="267" y="117">
        a
      </text>
      <text x="267" y="251">
        b
      </text>
      <text x="267" y="305">
        c
      </text>
    </g>
  </svg>
)

export default () => (
  <section className="grid grid-cols-1 items-center gap-x-14 gap-y-8 pt-6 md:grid-cols-[auto_minmax(0,1fr)]">
    <figure className="max-w-full justify-self-center">
      <EmptyPlate />
      <figcaption className="caption text-center">Plate 404. Specimen missing.</figcaption>
    </figure>
    <div>
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        This page does not exist
      </h1>
      <p className="measure mt-4">
        The address may be mistyped, or the page has moved. Everything that the festival has is one tap away:
      </p>
      <p className="mt-6">
        <Link href="/" className={`${buttonLook()} w-full sm:w-auto`}>
          Go to the home page
        </Link>
      </p>
      <ul className="mt-4 flex flex-wrap gap-x-6">
        {places.map(({ href, label }) => (
          <li key={href}>
            <Link href={href} className="inline-flex min-h-11 items-center underline underline-offset-4">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  </section>
)
