import * as v from 'valibot'
import type { PrivacyContent } from './content'
import { type Day, formatDate, isRealDay } from './slot'

/** `server/jobs/retention.ts` deletes proofs after the same number of days. */
export const describeProofsKept = (days: number | undefined): string =>
  days === undefined
    ? 'Files are kept until the organisers delete them.'
    : `Files are kept until ${days} days after the festival’s last day or, if you send them later, ${days} days after that. The server then deletes them, within two days.`

/** Returns an empty string for anything but the current version. */
export const readNoticeVersion = (
  { date }: Pick<PrivacyContent, 'date'>,
  sent: string | undefined,
): Day | '' => (sent === date ? date : '')

export interface NoticeShown {
  /** The version that the form showed; empty if unknown. */
  privacy_notice: string
}

/** Accepts a wrong version, because participants cannot correct it and earlier pages send none. */
export const noticeField = {
  privacy_notice: v.optional(v.fallback(v.pipe(v.string(), v.maxLength(40)), '')),
}

/** Returns, for example, "1 September 2025", or an empty string if there is no version. */
export const nameNoticeVersion = (version: string): string =>
  isRealDay(version) ? formatDate(version) : version
