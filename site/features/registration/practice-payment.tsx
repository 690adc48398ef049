import { QrCode } from '../../forms/payment/qr-code'
import { practiceCode } from './practice'

/** Where the real form says what to pay: a code that no app pays by, and what stands there instead (behaviour 9.10). */
export const PracticePayment = () => (
  <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[min(15rem,45%)_minmax(0,1fr)]">
    <div>
      <QrCode text={practiceCode} label="Practice code, which pays nobody" />
      <p className="mt-2 text-center font-semibold text-artery">Practice code: it pays nobody</p>
    </div>
    <div className="space-y-4">
      <div>
        <p className="caption">Amount to pay</p>
        <p className="font-semibold">Nothing, this is practice</p>
      </div>
      <p className="text-sm text-faded">
        In the real form the exact amount and the payee’s UPI id stand here, both with a button that copies them. The
        code opens a UPI app with everything filled in; on a phone a button does. A note of six characters, which is
        yours alone, lets us find your payment.
      </p>
    </div>
  </div>
)
