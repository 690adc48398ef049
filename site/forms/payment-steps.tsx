import type { ReactNode } from 'react'
import { PaymentGate, type PaymentStop } from './payment-gate'
import { type PaymentProps, PaymentStep, ReferenceRow } from './payment-step'

const Step = ({ title, children }: { title: string; children?: ReactNode }) => (
  <li className="[counter-increment:step]">
    <p className="flex gap-3 font-semibold before:flex before:size-6 before:shrink-0 before:items-center before:justify-center before:rounded-full before:border before:border-accent before:text-sm before:text-accent before:content-[counter(step)]">
      {title}
    </p>
    {children && <div className="mt-2 space-y-5 sm:pl-9">{children}</div>}
  </li>
)

/**
 * What to do next, in one list: pay, check the note, prove it. If payments are stopped, only the
 * last step remains, because visitors may have paid before.
 */
export const PaymentSteps = ({
  stop,
  isAlert = false,
  proof = 'Upload the screenshot',
  children,
  ...payment
}: PaymentProps & {
  stop: PaymentStop | undefined
  isAlert?: boolean
  /** The last step. */
  proof?: string
  children?: ReactNode
}) => (
  <ol className="space-y-6 [counter-reset:step]">
    {stop ? (
      <li>
        <PaymentGate stop={stop} isAlert={isAlert}>
          {undefined}
        </PaymentGate>
      </li>
    ) : (
      <>
        <Step title="Pay with any UPI app">
          <PaymentGate stop={undefined}>
            <PaymentStep {...payment} />
          </PaymentGate>
        </Step>
        <Step title="Check the note before you confirm">
          <ReferenceRow reference={payment.reference} />
        </Step>
      </>
    )}
    <Step title={stop ? `Already paid? ${proof}` : proof}>{children}</Step>
  </ol>
)
