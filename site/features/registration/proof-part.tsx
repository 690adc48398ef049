import type { Subject } from '../../../festival/subject'
import { FileField } from '../../../ui/file-field'
import { FormPart } from '../../forms/layout/form-page'
import { UtrField } from '../../forms/payment/utr-field'
import { ShrinkButton } from '../../forms/uploads/shrink-button'
import type { RegistrationFields } from './use-registration'

const path = 'payment_screenshot_url'

/** The screenshot that proves the payment. */
export const ProofPart = ({ subject, registration }: { subject: Subject; registration: RegistrationFields }) => {
  const { upload, errors } = registration
  const { file } = upload
  const { utr } = registration.draft.value.values
  return (
    <FormPart number={4} title="Proof" caption="We compare it with the money we receive">
      <FileField
        path={path}
        label="Payment screenshot"
        hint={
          subject.fee.per === 'pass'
            ? 'Upload the screenshot of your delegate-pass payment (JPEG, PNG or WebP, up to 4 MB). It is proof enough.'
            : 'Screenshot of “Payment successful” in your UPI app (JPEG, PNG or WebP, up to 4 MB). It is proof enough: the UTR only helps us find it sooner.'
        }
        isOptional={registration.isPractice === true}
        error={upload.refusal ?? errors.of(path)}
        accept={upload.accept}
        prompt="Choose the screenshot"
        file={file && { name: file.name, size: file.bytes.byteLength, picture: upload.picture }}
        isDisabled={upload.step === 'uploading'}
        onChoose={(chosen) => {
          errors.note(path, undefined)
          void upload.choose(chosen)
        }}
        onRemove={upload.remove}
      >
        <ShrinkButton path={path} upload={upload} />
        {file?.url && <p className="mt-3 text-sm font-semibold text-lymph">Uploaded</p>}
      </FileField>
      {subject.fee.per !== 'pass' && (
        <UtrField
          value={utr}
          error={errors.of('utr')}
          onChange={(text) => registration.edit(['utr'], (held) => ({ ...held, utr: text }))}
          onLeave={() => registration.look('utr')}
        />
      )}
    </FormPart>
  )
}
