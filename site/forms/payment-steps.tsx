import type { ReactNode } from 'react'
import { PaymentGate, type PaymentStop } from './payment-gate'
import { type PaymentProps, PaymentStep, ReferenceRow } from './payment-step'

const Step = ({
  number,
  title,
  children,
}: {
  number?: number
  title: string
  children?: ReactNode
}) => (
  <li>
    <p className="flex items-baseline gap-3 font-semibold">
      {number && (
        <span aria-hidden="true" className="font-display text-xl italic text-accent">
          {number}
        </span>
      )}
      {title}
    </p>
    {children && <div className="mt-2 space-y-5">{children}</div>}
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
  <ol className="space-y-6">
    {stop ? (
      <li>
        <PaymentGate stop={stop} isAlert={isAlert}>
          {undefined}
        </PaymentGate>
      </li>
    ) : (
      <>
        <Step number={1} title="Pay with any UPI app">
          <PaymentGate stop={undefined}>
            <PaymentStep {...payment} />
          </PaymentGate>
        </Step>
        <Step number={2} title="Check the note before you confirm">
          <ReferenceRow reference={payment.reference} />
        </Step>
      </>
    )}
    {stop ? (
      <Step title={`Already paid? ${proof}`}>{children}</Step>
    ) : (
      <Step number={3} title={proof}>
        {children}
      </Step>
    )}
  </ol>
)
