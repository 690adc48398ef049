import { identity } from '#edition/identity'
import { shop } from '#edition/shop'
import { formatRupees } from '../../festival/fee'
import { buttonLook } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { PhoneLink } from '../../ui/phone-link'
import { useOffers } from '../moment'
import { markId } from '../plate'

export const describe = () => ({
  title: `Shop · ${identity.title}`,
  description: `${shop.item} of ${identity.title}, ${formatRupees(shop.price)}. ${shop.description}`,
  plate: 'shop',
})

export default () => (
  <article data-colour="artery" className="grid items-center gap-x-14 gap-y-8 pt-4 md:grid-cols-2">
    <figure>
      <ShirtPlate className="mx-auto w-full max-w-64 md:max-w-none" />
      <figcaption className="caption mt-2 text-center">a collar · b the festival’s neuron · c hem</figcaption>
    </figure>
    <div>
      <p className="caption text-lg">From the shop</p>
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        {shop.item}
      </h1>
      <p className="figures mt-3 font-display text-2xl text-accent">{formatRupees(shop.price)}</p>
      <p className="mt-1 font-semibold">
        {useOffers().isOver ? 'The festival is over: call before you order' : 'Limited stock'}
      </p>
      <p className="measure mt-4">{shop.description}</p>
      <p className="mt-6">
        <a
          href={shop.orderFormUrl}
          target="_blank"
          rel="noopener noreferrer external"
          className={`${buttonLook()} w-full sm:w-auto`}
        >
          Open the order form
          <Icon path="M8 6h10v10M18 6 6 18" className="size-5 fill-none stroke-current stroke-[1.75]" />
          <span className="sr-only"> in a new tab</span>
        </a>
      </p>
      <p className="mt-2 text-sm text-faded">The form belongs to another site and opens in a new tab.</p>
      <section className="mt-8 border-t border-rule pt-4" aria-labelledby="queries">
        <h2 id="queries" className="font-display text-lg italic">
          Questions? Call either line
        </h2>
        <ul className="mt-1">
          {shop.phones.map(({ label, number }) => (
            <li key={label} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule py-1">
              {label}
              <PhoneLink number={number} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  </article>
)

const outline =
  'M152 62C122 70 98 78 84 88 70 98 54 136 40 182l56 20c4-12 8-22 14-32 2 74 0 154-6 232 60 10 132 10 192 0-6-78-8-158-6-232 6 10 10 20 14 32l56-20C346 136 330 98 316 88 302 78 278 70 248 62'
const collar =
  'M152 62c10 30 30 42 48 42s38-12 48-42M160 60c10 24 25 34 40 34s30-10 40-34M160 60c24 7 56 7 80 0M152 62l8-2M248 62l-8-2'
const seams = 'M110 170c0-24-8-52-26-82M290 170c0-24 8-52 26-82M46 166l57 20M354 166l-57 20M106 390c60 10 128 10 188 0'
const folds =
  'M122 196c6 18 8 44 6 70M130 330c8 18 10 34 8 52M276 210c-8 22-8 40-4 62M268 340c-6 14-8 30-6 44M150 300c20 10 34 30 40 62M238 316c-14 8-24 24-28 46M66 150c10-12 18-28 22-44M334 150c-10-12-18-28-22-44M176 116c-8 6-14 8-22 10M226 116c8 6 14 8 22 10'

/** Short strokes of the pen where the cloth turns away from the light. */
const hatching = [
  ...Array.from({ length: 15 }, (_, index) => `M${112 + (index % 2)} ${214 + index * 11}l${9 - (index % 4)} ${-7}`),
  ...Array.from(
    { length: 15 },
    (_, index) => `M${288 - (index % 2)} ${214 + index * 11}l${-15 + (index % 4) * 2} ${-9}`,
  ),
].join('')

const labels = [
  { letter: 'a', path: 'M244 74 366 46', x: 372, y: 50 },
  { letter: 'b', path: 'M236 190 376 236', x: 382, y: 241 },
  { letter: 'c', path: 'M282 398 366 424', x: 372, y: 429 },
] as const

/** The shirt, drawn as a plate: collar, cells of the chest, hem, with the leader lines of an atlas. */
export const ShirtPlate = ({ className = '' }: { className?: string }) => (
  <svg viewBox="20 20 376 420" aria-hidden="true" focusable="false" className={className}>
    <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
      <path d={outline} strokeWidth="2.6" />
      <path d={collar} strokeWidth="1.6" />
      <path d={seams} strokeWidth="1.1" strokeDasharray="5 3.5" />
      <path d={folds} strokeWidth="0.9" opacity="0.7" />
      <path d={hatching} strokeWidth="0.7" opacity="0.6" />
      <g strokeWidth="0.8" className="stroke-line">
        {labels.map(({ letter, path }) => (
          <path key={letter} d={path} />
        ))}
      </g>
    </g>
    <g className="fill-faded font-display italic" fontSize="15">
      {labels.map(({ letter, x, y }) => (
        <text key={letter} x={x} y={y}>
          {letter}
        </text>
      ))}
    </g>
    <use href={`#${markId}`} x="146" y="138" width="108" height="108" className="text-accent" />
  </svg>
)
