import { useState } from 'react'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import type { DelegatePassReceipt } from '../../festival/forms/delegate-pass'
import { formatRupees } from '../../festival/payment/fee'
import { optionalPages } from '../built'
import { DelegatePassForm, PassNotes } from '../features/delegate-pass/delegate-pass-form'
import { lazyReceiptNotice, OverNotice } from '../form-notices'
import { FormPage, useFormStays, useLastScreen } from '../forms/form-page'
import { useOffers } from '../moment'
import { BackLink } from '../navigation/link'
import { Plate } from '../plate'

const prices = tiers.map((tier) => `${tier.name} for ${formatRupees(tier.price)}`).join(', ')

const loadConfirmation = () => import('../features/delegate-pass/delegate-pass-confirmation')

const Notice = lazyReceiptNotice<'delegate-pass'>()

const passLine = optionalPages.includes('workshops')
  ? 'One pass for the whole festival. You need it for every workshop.'
  : 'One pass for the whole festival.'

export const describe = () => ({
  title: `Delegate Pass · ${identity.title}`,
  description: `The passes of ${identity.title}: ${prices}. Pay by UPI and receive your Delegate Pass ID.`,
  plate: 'delegate-pass',
  draft: 'delegate-pass',
})

export default () => {
  const [receipt, setReceipt] = useState<DelegatePassReceipt>()
  const lastScreen = useLastScreen(loadConfirmation, receipt !== undefined)
  const { tiers: sold, isOver } = useOffers()
  const isSold = sold.length > 0
  const isFormKept = useFormStays(isSold, isOver, 'delegate-pass')
  if (receipt) {
    return (
      <div data-colour="vein">
        <div className="pt-8">
          {lastScreen && (
            <lastScreen.DelegatePassConfirmation receipt={receipt} onCorrected={setReceipt} />
          )}
        </div>
      </div>
    )
  }
  return (
    <div data-colour="vein">
      <FormPage
        back={<BackLink parent="/">Back</BackLink>}
        caption={`Registration · ${identity.title}`}
        title="Delegate Pass"
        line={passLine}
        plate={<Plate of="delegate-pass" className="w-24 sm:w-40" />}
        aside={
          (isSold || isFormKept) && (
            <div className="max-md:hidden">
              <PassNotes />
            </div>
          )
        }
      >
        <Notice kind="delegate-pass" isOpen={isSold} onShow={setReceipt} />
        {isSold || isFormKept ? (
          <DelegatePassForm onDone={setReceipt} />
        ) : (
          <NotSold isOver={isOver} />
        )}
      </FormPage>
    </div>
  )
}

const NotSold = ({ isOver }: { isOver: boolean }) =>
  isOver ? (
    <OverNotice title={`${identity.title} is over`}>
      Thank you to everyone who came. Passes are no longer sold.
    </OverNotice>
  ) : (
    <OverNotice title="Passes are no longer sold">
      Every session that needs a pass has started or is closed.
    </OverNotice>
  )
