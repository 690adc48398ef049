import { useEffect } from 'react'
import { fileMessages } from '../../../festival/messages'
import { Banner } from '../../../ui/banner'
import { FileField } from '../../../ui/file-field'
import { Progress } from '../../../ui/progress'
import { RetryNotice } from '../../forms/submission/retry-notice'
import { ShrinkButton } from '../../forms/uploads/shrink-button'
import { useUpload } from '../../forms/uploads/use-upload'
import type { Correction } from './correction-draft'
import type { CorrectionState } from './use-correction'

/** A file that is sent anew. */
export const NewProof = ({ proof, state }: { proof: Correction['proofs'][number]; state: CorrectionState }) => {
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
