import type { Colour, PrivacyContent } from '../festival/content/content'
import type { listOptionalPages } from '../festival/content/optional-pages'
import type { GroupColours, Subject } from '../festival/content/subject'
import type { PassPrices } from '../festival/payment/fee'

declare const __IS_PUBLIC__: boolean

/** Whether the site was built for a public address, where what has ended closes (behaviour 2.8). */
export const isPublic: boolean = __IS_PUBLIC__

declare const __OPTIONAL_PAGES__: ReturnType<typeof listOptionalPages>

/** The pages that not every edition has; told by the build, so that no page brings what stands on another for it. */
export const optionalPages = __OPTIONAL_PAGES__

/** The content of a page that is not served, and so never loaded, where the edition lacks it. */
export const requireContent = <T>(content: T | undefined): T => {
  if (content === undefined) {
    throw new Error('The edition has no such page')
  }
  return content
}

declare const __PASS_PRICES__: PassPrices

/** What a delegate pass costs; told by the build, so that no page brings all that is said of passes for it. */
export const passPrices: PassPrices = __PASS_PRICES__

type NoticeInForms = Pick<PrivacyContent, 'date' | 'responsible'> & { isAgeAsked: boolean }

declare const __PRIVACY_NOTICE__: NoticeInForms

/** What every form says of the privacy notice; set by the build, so that no form brings the whole notice with it. */
export const privacyNotice: NoticeInForms = __PRIVACY_NOTICE__

declare const __GROUP_COLOURS__: GroupColours

/** The colours of sections and categories; told by the build, so that no page brings the hubs' texts for them. */
export const groupColours: GroupColours = __GROUP_COLOURS__

export const pickColour = ({ kind, group }: Pick<Subject, 'kind' | 'group'>): Colour =>
  groupColours[kind][group] ?? 'nerve'
