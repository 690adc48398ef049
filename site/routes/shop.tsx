import { identity } from '#edition/identity'
import { shop as content } from '#edition/shop'
import { formatRupees } from '../../festival/payment/fee'
import { buttonClasses } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { PhoneLink } from '../../ui/phone-link'
import { requireContent } from '../built'
import { useOffers } from '../moment'
import { Drawing, findDrawing, markLetter } from '../plate'

const shop = requireContent(content)

export const describe = () => ({
  title: `Shop · ${identity.title}`,
  description: `${shop.item} of ${identity.title}, ${formatRupees(shop.price)}. ${shop.description}`,
  plate: 'shop',
})

export default () => (
  <article data-colour="artery" className="grid items-center gap-x-14 gap-y-8 pt-4 md:grid-cols-2">
    <figure>
      <Drawing of="shop-item" className="mx-auto w-full max-w-64 md:max-w-none" />
      <figcaption className="caption mt-2 text-center">
        {findDrawing('shop-item')
          .marks.map((label, index) => `${markLetter(index)} ${label}`)
          .join(' · ')}
      </figcaption>
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
          className={`${buttonClasses()} w-full sm:w-auto`}
        >
          Open the order form
          <Icon
            path="M8 6h10v10M18 6 6 18"
            className="size-5 fill-none stroke-current stroke-[1.75]"
          />
          <span className="sr-only"> in a new tab</span>
        </a>
      </p>
      <p className="mt-2 text-sm text-faded">
        The order form is on another site and opens in a new tab.
      </p>
      <section className="mt-8 border-t border-rule pt-4" aria-labelledby="queries">
        <h2 id="queries" className="font-display text-lg italic">
          {shop.phones.length > 1 ? 'Questions? Call either line' : 'Questions? Call us'}
        </h2>
        <ul className="mt-1">
          {shop.phones.map(({ label, number }) => (
            <li
              key={label}
              className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule py-1"
            >
              {label}
              <PhoneLink number={number} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  </article>
)
