import type { Confirmed } from '../../../festival/registration'

/**
 * What has become of the confirmation's e-mail. One that waits for its turn is no fault: what was sent is complete
 * (behaviour 5.40).
 */
export const MailWords = ({ receipt, noun }: { receipt: Confirmed & { email: string }; noun: string }) => {
  const address = <span className="break-words font-semibold">{receipt.email}</span>
  if (receipt.confirmation === 'refused')
    return (
      <>
        The confirmation e-mail could not be delivered: the mail server refuses {address}. Your {noun} is saved; please
        keep this ID, and correct the address below.
      </>
    )
  if (receipt.confirmation !== 'queued') return <>A confirmation is on its way to {address}.</>
  return (
    <>
      Your confirmation e-mail to {address} is on its way; it can take a while today. Your {noun} is saved.
    </>
  )
}
