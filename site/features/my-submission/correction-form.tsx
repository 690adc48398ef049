import { type InputHTMLAttributes, useEffect } from 'react'
import { formatRupees } from '../../../festival/fee'
import { tidyPhone } from '../../../festival/fields'
import { fileMessages, phoneHint } from '../../../festival/messages'
import type { MySubmission } from '../../../festival/my-submission'
import { Banner } from '../../../ui/banner'
import { FileField } from '../../../ui/file-field'
import { Progress } from '../../../ui/progress'
import { TextField } from '../../../ui/text-field'
import { FormPart, formLook } from '../../forms/layout/form-page'
import { PaymentStep } from '../../forms/payment/payment-step'
import { utrHint } from '../../forms/payment/utr-field'
import { OfflineNotice } from '../../forms/submission/offline-notice'
import { RetryNotice } from '../../forms/submission/retry-notice'
import { keptWords, SubmitPart } from '../../forms/submission/submit-part'
import { ShrinkButton } from '../../forms/uploads/shrink-button'
import { useUpload } from '../../forms/uploads/use-upload'
import type { Correction } from './correction-draft'
import { SendFaults } from './send-faults'
import { TeamFields } from './team-fields'
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

/** A file that is sent anew. */
const NewProof = ({ proof, state }: { proof: Correction['proofs'][number]; state: CorrectionState }) => {
  const { field, label, preset, takes } = proof
  const upload = useUpload({ preset, takes, keepAs: `${state.keepAs}:${field}`, failed: fileMessages.uploadFailed })
  const { noteUpload } = state
  useEffect(() => noteUpload(field, upload))
  const { accept, file, step, share, refusal, picture } = upload
  const isDocument = takes.includes('application/pdf')
  return (
    <FileField
      path={field}
      label={`New: ${label}`}
      hint={`JPEG, PNG${isDocument ? ', WebP or PDF' : ' or WebP'}, up to 4 MB. The earlier one is kept beside it.`}
      error={state.errors.of(field)}
      accept={accept}
      prompt={isDocument ? 'Choose a file' : 'Choose the screenshot'}
      file={file && { name: file.name, size: file.bytes.byteLength, picture }}
      isDisabled={step === 'uploading'}
      onChoose={(chosen) => {
        state.errors.note(field, undefined)
        void upload.choose(chosen)
      }}
      onRemove={upload.remove}
    >
      <div className="mt-3 space-y-3 empty:hidden">
        {upload.wait && <RetryNotice wait={upload.wait} onStop={upload.stopWaiting} />}
        {refusal && <Banner tone="error" title={refusal} />}
        <ShrinkButton path={field} upload={upload} />
        {step === 'uploading' && !upload.wait && <Progress words="Uploading..." share={share} />}
        {step === 'failed' && <p className="text-sm font-semibold text-artery">Not uploaded yet</p>}
      </div>
    </FileField>
  )
}

interface Look extends InputHTMLAttributes<HTMLInputElement> {
  hint?: string
}

const digits: Look = { inputMode: 'numeric', autoComplete: 'off', hint: utrHint }

/** How each field takes its text. */
const looks: Readonly<Record<string, Look>> = {
  name: { autoComplete: 'name', autoCapitalize: 'words' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', hint: phoneHint },
  utr: digits,
  transaction_id: digits,
  delegate_id: { inputMode: 'numeric', autoComplete: 'off', hint: 'The twelve digits of your pass.' },
}

/** The fields of one line, with what stands in them. */
const TextFields = ({ fields, state }: { fields: Correction['fields']; state: CorrectionState }) =>
  fields.map(({ name, label }) => {
    const { hint, onChange: _, value: __, ...look } = looks[name] ?? {}
    const tidy = name === 'phone' ? tidyPhone : (text: string) => text
    return (
      <TextField
        key={name}
        {...look}
        {...(hint === undefined ? {} : { hint })}
        path={name}
        label={label}
        value={state.draft.texts[name] ?? ''}
        error={state.errors.of(name)}
        onChange={(text) =>
          state.edit([name], (draft) => ({ ...draft, texts: { ...draft.texts, [name]: tidy(text) } }))
        }
      />
    )
  })
