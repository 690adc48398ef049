import { useEffect, useState } from 'react'
import type { MySubmission } from '../../../festival/my-submission'
import { Button } from '../../../ui/button'
import { readMyFile } from './calls'

/** A file that was sent, once its holder asks for it: a picture is shown, a document is saved (behaviour 14.55). */
export const SentFile = ({
  secret,
  file: { field, label, isPicture },
}: {
  secret: string
  file: MySubmission['files'][number]
}) => {
  const [step, setStep] = useState<'idle' | 'loading' | 'failed'>('idle')
  const [address, setAddress] = useState<string>()
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const load = async () => {
    setStep('loading')
    const content = await readMyFile(secret, field)
    setStep(content ? 'idle' : 'failed')
    if (content) setAddress(URL.createObjectURL(content))
  }
  return (
    <div className="space-y-3 border-b border-rule py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <span className="text-faded">{label}</span>
        {address ? (
          !isPicture && (
            <a href={address} download={`${label}.pdf`} className="min-h-11 py-2.5 font-semibold underline">
              Save the PDF
            </a>
          )
        ) : (
          <Button shape="secondary" disabled={step === 'loading'} onClick={() => void load()}>
            {isPicture ? 'Show' : 'Open'}
            <span className="sr-only"> {label}</span>
          </Button>
        )}
      </div>
      <p role="status" className="text-sm empty:hidden">
        {step === 'loading' && 'Loading...'}
        {step === 'failed' && 'The file did not come. Please try again.'}
      </p>
      {address && isPicture && (
        <img src={address} alt={label} className="max-h-[32rem] max-w-full border border-rule" />
      )}
    </div>
  )
}
