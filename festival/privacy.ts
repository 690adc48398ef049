import type { PrivacyContent } from './content'
import type { Day } from './slot'

/** How long the server keeps proofs, as a sentence of the privacy notice. `server/jobs/retention.ts` deletes by the same days. */
export const describeProofsKept = (days: number | undefined): string =>
  days === undefined
    ? 'Files are kept until the organisers delete them.'
    : `Files are kept until ${days} days after the festival’s last day or, if you send them later, ${days} days after that. The server then deletes them, within two days.`

/** The version of the privacy notice that an entry stores: only the current one is known, and anything else is stored as empty. */
export const readNoticeVersion = ({ date }: Pick<PrivacyContent, 'date'>, sent: string | undefined): Day | '' =>
  sent === date ? date : ''
