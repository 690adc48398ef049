import type { Colour, PrivacyContent } from '../festival/content/content'
import type { listOptionalPages } from '../festival/content/optional-pages'
import type { GroupColours, Subject } from '../festival/content/subject'
import type { PassPrices } from '../festival/payment/fee'

declare const __OPTIONAL_PAGES__: ReturnType<typeof listOptionalPages>

/**
 * The edition's optional pages. The build sets these values, so that pages do not have to load the
 * content.
 */
export const optionalPages = __OPTIONAL_PAGES__

/** Returns the content of an optional page, which only loads if the edition has that page. */
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
