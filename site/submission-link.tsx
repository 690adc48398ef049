import { submissionLinkLabel } from '../festival/content/subject'
import { textLinkLook } from './navigation/link'

/** Shows the address, because the page may be printed or read out. */
export const SubmissionLink = ({ href }: { href: string }) => (
  <p className="mt-4">
    {submissionLinkLabel}:{' '}
    <a href={href} rel="noreferrer" className={`wrap-anywhere ${textLinkLook}`}>
      {href}
    </a>
  </p>
)
