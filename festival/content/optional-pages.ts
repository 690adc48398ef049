import type { Edition } from './content'

/** The pages that an edition may do without, as far as it has them: addresses, links, answers and pictures go by this list (behaviour 1.14). */
export const listOptionalPages = ({
  tiers,
  accommodation,
  shop,
}: Pick<Edition, 'tiers' | 'accommodation' | 'shop'>) => [
  ...(tiers.length > 0 ? ['delegate-pass' as const] : []),
  ...(accommodation ? ['accommodation' as const] : []),
  ...(shop ? ['shop' as const] : []),
]
