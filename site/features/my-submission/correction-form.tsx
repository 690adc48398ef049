import { formatRupees } from '../../../festival/fee'
import type { MySubmission } from '../../../festival/my-submission'
import { FormPart, formLook } from '../../forms/layout/form-page'
import { PaymentStep } from '../../forms/payment/payment-step'
import { OfflineNotice } from '../../forms/submission/offline-notice'
import { keptWords, SubmitPart } from '../../forms/submission/submit-part'
import type { Correction } from './correction-draft'
import { NewProof } from './new-proof'
import { SendFaults } from './send-faults'
import { TeamFields } from './team-fields'
import { TextFields } from './text-fields'
import { type CorrectionState, useCorrection } from './use-correction'

const label = 'Send the correction'

const SendPart = ({ state }: { state: CorrectionState }) => {
  const { failure, patience, errors } = state
  return (
    <div className="space-y-4 border-t border-rule pt-6">
      <SendFaults
        patience={patience}
        failure={failure}
        errors={errors}
        label={label}
        noun="correction"
        onRetryUpload={() => void state.submit()}
      />
      <OfflineNotice label={label} />
      <p role="status" className="sr-only">
        {state.step === 'sending' && 'Sending...'}
      </p>
      <SubmitPart label={label} isBusy={state.step === 'sending'} words={keptWords()} />
    </div>
  )
}

/** What is wrong, and just what mends it: a payment of the difference, fields, files (behaviour 14.43). */
export const CorrectionForm = ({
  correction,
  ...given
}: {
  secret: string
  mine: MySubmission
  correction: Correction
  onDone: (mine: MySubmission) => void
  onChanged: () => void
}) => {
  const state = useCorrection({ ...given, correction })
  const { reasons, note, fields, proofs, difference, teamSize } = correction
  const texts = fields.filter(({ name }) => name !== 'members')
  const parts = [difference !== null, fields.length > 0, proofs.length > 0]
  const numberOf = (part: number) => parts.slice(0, part + 1).filter(Boolean).length
  return (
    <form
      method="post"
      noValidate
      aria-label="Correction"
      className={formLook}
      onSubmit={(event) => {
        event.preventDefault()
        void state.submit()
      }}
    >
      <div data-colour="nerve" className="mb-8 border-l-2 border-accent pl-4">
        <h2 className="text-xl">What is not right yet</h2>
        <ul className="measure mt-2 list-disc space-y-2 pl-5">
          {reasons.map(({ words }) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        {note && <p className="measure mt-3 break-words italic">{note}</p>}
      </div>
      <div>
        {difference && (
          <FormPart number={numberOf(0)} title={`Pay the difference: ${formatRupees(difference.amount)}`}>
            <PaymentStep amount={difference.amount} reference={difference.reference} />
          </FormPart>
        )}
        {fields.length > 0 && (
          <FormPart number={numberOf(1)} title="Correct" caption="Everything else stays the same">
            <TextFields fields={texts} state={state} />
            {texts.length < fields.length && <TeamFields state={state} teamSize={teamSize} />}
          </FormPart>
        )}
        {proofs.length > 0 && (
          <FormPart number={numberOf(2)} title="Send again">
            {proofs.map((proof) => (
              <NewProof key={proof.field} proof={proof} state={state} />
            ))}
          </FormPart>
        )}
      </div>
      <SendPart state={state} />
    </form>
  )
}
