import type { Subject } from '../../../festival/subject'
import { TextField } from '../../../ui/text-field'
import { FormPart } from '../../forms/layout/form-page'
import { FailureBanner } from '../../forms/submission/failure-banner'
import { SubmitPart } from '../../forms/submission/submit-part'
import { furtherFields, withoutFee } from './practice'
import { PracticePayment } from './practice-payment'
import { RegistrationSheet } from './registration-sheet'
import { usePractice } from './use-practice'

const label = 'Submit practice registration'
const nothing = () => undefined

/** The registration form of a subject for practice: its parts and its checks, and nothing that sends (behaviour 9.10). */
export const PracticeForm = ({ subject, onDone }: { subject: Subject; onDone: () => void }) => {
  const practised = withoutFee(subject)
  const practice = usePractice(practised, onDone)
  const { failure, isBusy, errors } = practice
  return (
    <RegistrationSheet
      subject={practised}
      registration={practice}
      isBusy={isBusy}
      above={
        <p className="mb-6 text-sm text-faded">
          All fields are required unless marked as optional. Invented answers are welcome, and any picture will do as
          the screenshot: it stays on this page.
        </p>
      }
      Payment={PracticePayment}
      below={
        <>
          <div inert={isBusy} className="border-t border-rule pt-8">
            <FormPart number={5} title="More about you" caption="Asked for practice only; the real form leaves it out">
              {furtherFields.map(({ path, ...field }) => (
                <TextField
                  key={path}
                  {...field}
                  path={path}
                  type={path === 'emergency_phone' ? 'tel' : 'text'}
                  autoComplete="off"
                  isOptional
                  value={practice.further[path] ?? ''}
                  onChange={(text) => practice.editFurther(path, text)}
                />
              ))}
            </FormPart>
          </div>
          <div className="space-y-4 border-t border-rule pt-6">
            {failure && (
              <FailureBanner
                failure={failure}
                errors={errors.left}
                submitLabel={label}
                onRetryUpload={nothing}
                onFinish={undefined}
                onStartAnew={nothing}
              />
            )}
            <SubmitPart label={label} isBusy={isBusy} words="Practice: nothing that you enter here is sent or kept." />
          </div>
        </>
      }
    />
  )
}
