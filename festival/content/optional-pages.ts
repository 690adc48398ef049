import type { Edition } from './content'

type OptionalPage = 'delegate-pass' | 'accommodation' | 'shop'

/** Addresses, links, answers and pictures follow this list. */
export const listOptionalPages = ({
  tiers,
  accommodation,
  shop,
}: Pick<Edition, 'tiers' | 'accommodation' | 'shop'>): OptionalPage[] => {
  const pages: OptionalPage[] = []
  if (tiers.length > 0) {
    pages.push('delegate-pass')
  }
  if (accommodation) {
    pages.push('accommodation')
  }
  if (shop) {
    pages.push('shop')
  }
  return pages
}
