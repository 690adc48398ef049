import type { Colour, PrivacyContent } from '../festival/content/content'
import type { listOptionalPages } from '../festival/content/optional-pages'
import type { GroupColours, Subject } from '../festival/content/subject'
import type { PassPrices } from '../festival/payment/fee'

declare const __IS_PUBLIC__: boolean

/** On public sites, everything closes once it has ended. */
export const isPublic: boolean = __IS_PUBLIC__

declare const __OPTIONAL_PAGES__: ReturnType<typeof listOptionalPages>

/**
 * The edition's optional pages. The build sets this file's values, so that pages need not load
 * their content.
 */
export const optionalPages = __OPTIONAL_PAGES__

/** For content of optional pages, which are only loaded if the edition has them. */
export const requireContent = <T>(content: T | undefined): T => {
  if (content === undefined) {
    throw new Error('The edition has no such page')
  }
  return content
}

declare const __PASS_PRICES__: PassPrices

export const passPrices: PassPrices = __PASS_PRICES__

type NoticeInForms = Pick<PrivacyContent, 'date' | 'responsible'> & { isAgeAsked: boolean }

declare const __PRIVACY_NOTICE__: NoticeInForms

/** The parts of the privacy notice that forms show. */
export const privacyNotice: NoticeInForms = __PRIVACY_NOTICE__

declare const __GROUP_COLOURS__: GroupColours

export const groupColours: GroupColours = __GROUP_COLOURS__

export const pickColour = ({ kind, group }: Pick<Subject, 'kind' | 'group'>): Colour =>
  groupColours[kind][group] ?? 'nerve'
