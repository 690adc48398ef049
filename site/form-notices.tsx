import { identity } from '#edition/identity'
import { helpDeskContact } from '../festival/content/help-desk'
import type { FormKind } from '../festival/forms/api'
import { lazyIfReceipts } from './features/my-festival/lazy-receipts'
import type { NoticeProps } from './features/my-festival/receipt-notice'
import type { OfferProps } from './features/my-festival/receipt-offer'
import { ButtonLink, textLinkLook } from './navigation/link'

export const lazyReceiptNotice = <Kind extends FormKind>() =>
  lazyIfReceipts<NoticeProps<Kind>>(
    async () => (await import('./features/my-festival/receipt-notice')).ReceiptNotice,
  )

export const PersonOffer = lazyIfReceipts<OfferProps>(
  async () => (await import('./features/my-festival/receipt-offer')).PersonOffer,
)

const [desk] = identity.phones

export const OverNotice = ({
  title,
  isFree = false,
  children,
}: {
  title: string
  isFree?: boolean
  children: string
}) => (
  <section className="max-w-[40rem] border border-line bg-leaf px-5 py-8 sm:px-10">
    <h2 className="text-2xl">{title}</h2>
    <p className="mt-2">{children}</p>
    <p className="mt-2">
      {`If you have ${isFree ? 'registered' : 'paid'} and have no confirmation, call `}
      <a
        href={desk ? `tel:${desk.number.replaceAll(' ', '')}` : `mailto:${identity.email}`}
        className={textLinkLook}
      >
        {helpDeskContact}
      </a>
    </p>
    <p className="mt-6">
      <ButtonLink href="/contact" shape="secondary">
        All contact numbers
      </ButtonLink>
    </p>
  </section>
)
