import type { Edition } from './content'

type OptionalPage = 'workshops' | 'delegate-pass' | 'accommodation' | 'shop'

/** Addresses, links, answers and pictures follow this list. */
export const listOptionalPages = ({
  subjects,
  tiers,
  accommodation,
  shop,
}: Pick<Edition, 'subjects' | 'tiers' | 'accommodation' | 'shop'>): OptionalPage[] => {
  const pages: OptionalPage[] = []
  if (subjects.some(({ kind }) => kind === 'workshop')) {
    pages.push('workshops')
  }
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
