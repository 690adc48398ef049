import type { Edition } from './content'

/**
 * The optional pages that an edition has. Addresses, links, answers and pictures follow this list.
 */
export const listOptionalPages = ({
  tiers,
  accommodation,
  shop,
}: Pick<Edition, 'tiers' | 'accommodation' | 'shop'>) => [
  ...(tiers.length > 0 ? ['delegate-pass' as const] : []),
  ...(accommodation ? ['accommodation' as const] : []),
  ...(shop ? ['shop' as const] : []),
]
