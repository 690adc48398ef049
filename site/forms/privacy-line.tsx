import { formatDate } from '../../festival/content/slot'
import { privacyNotice } from '../built'

/**
 * Shown above buttons that send personal details. The notice opens in a new tab, so no typed text
 * is lost.
 */
export const PrivacyLine = ({ hasTeam = false }: { hasTeam?: boolean }) => (
  <p className="text-sm">
    {`${privacyNotice.responsible} uses these details as described in its `}
    <a href="/privacy" target="_blank" rel="noopener" className="underline underline-offset-4">
      {`privacy notice (${formatDate(privacyNotice.date)})`}
      <span className="sr-only">, opens in a new tab</span>
    </a>
    .{hasTeam && ' Team leaders: please tell your members.'}
  </p>
)
