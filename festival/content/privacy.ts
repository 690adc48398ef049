import * as v from 'valibot'
import type { PrivacyContent } from './content'
import { type Day, formatDate, isRealDay } from './slot'

/**
 * A sentence of the privacy notice. `server/jobs/retention.ts` deletes proofs after the same number
 * of days.
 */
export const describeProofsKept = (days: number | undefined): string =>
  days === undefined
    ? 'Files are kept until the organisers delete them.'
    : `Files are kept until ${days} days after the festival’s last day or, if you send them later, ${days} days after that. The server then deletes them, within two days.`

/** The version to store with an entry: the current one, or empty for any other value. */
export const readNoticeVersion = (
  { date }: Pick<PrivacyContent, 'date'>,
  sent: string | undefined,
): Day | '' => (sent === date ? date : '')

/** The version that the form showed, as an entry stores it. Empty if it is unknown. */
export interface NoticeShown {
  privacy_notice: string
}

/**
 * The version of the notice in the body of each form. A wrong value never refuses the form: a
 * participant cannot correct what the page itself sent, and earlier pages send no version.
 */
export const noticeField = {
  privacy_notice: v.optional(v.fallback(v.pipe(v.string(), v.maxLength(40)), '')),
}

/** "1 September 2025"; empty for an entry without a version. */
export const nameNoticeVersion = (version: string): string =>
  isRealDay(version) ? formatDate(version) : version
