import { identity } from '#edition/identity'
import { refunds } from '#edition/people'
import { checkTimeWords, helpDeskContact } from '../../festival/content/help-desk'
import { hasReceipts } from '../device/storage-keys'
import { ArrivedForm } from '../features/my-entry/arrived-form'
import { BackLink } from '../navigation/link'

export const describe = () => ({
  title: `Check my registration · ${identity.title}`,
  description: `Get an e-mail with the status of what you sent to ${identity.title}.`,
  isForm: true,
})

/** The address may name an ID. Loads the receipts' code only if this device has receipts. */
const findSent = async () =>
  hasReceipts()
    ? (await import('../features/my-festival/receipts')).findSent(location.hash.slice(1))
    : undefined

export default () => (
  <article data-colour="vein" className="mx-auto max-w-[44rem]">
    <BackLink parent="/contact">Back</BackLink>
    <h1 tabIndex={-1} className="mt-2 text-2xl sm:text-3xl">
      Check my registration
    </h1>
    <p className="measure mt-1">
      Enter your ID and your e-mail address. If they match, we e-mail you a private link to your
      status. If you lost the ID, call {helpDeskContact}.
    </p>
    <p className="measure mt-2">We check each payment. {checkTimeWords}</p>
    <p className="measure mt-2 mb-6">Refunds: {refunds}</p>
    <ArrivedForm findSent={findSent} />
  </article>
)
