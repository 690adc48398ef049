import { Banner } from '../../../ui/banner'
import { FileField } from '../../../ui/file-field'
import { Progress } from '../../../ui/progress'
import { ShrinkButton } from '../../forms/uploads/shrink-button'
import { type ProofField as Field, proofPlans } from './proofs'
import type { AccommodationState } from './use-accommodation'

/** One of the three files, with how far it has come. */
export const ProofField = ({ path, request }: { path: Field; request: AccommodationState }) => {
  const upload = request.proofs[path]
  const { accept, file, step, share, refusal, picture } = upload
  const { label, hint } = proofPlans[path]
  return (
    <FileField
      path={path}
      label={label}
      hint={hint}
      error={request.errors.of(path)}
      accept={accept}
      prompt="Choose a file"
      file={file && { name: file.name, size: file.bytes.byteLength, picture }}
      isDisabled={step === 'uploading'}
      onChoose={(chosen) => {
        request.errors.note(path, undefined)
        void upload.choose(chosen)
      }}
      onRemove={upload.remove}
    >
      <div className="mt-3 space-y-3 empty:hidden">
        {refusal && <Banner tone="error" title={refusal} />}
        <ShrinkButton path={path} upload={upload} />
        {step === 'uploading' && !upload.wait && <Progress words="Uploading..." share={share} />}
        {step === 'failed' && <p className="text-sm font-semibold text-artery">Not uploaded yet</p>}
        {file?.url && <p className="text-sm font-semibold text-lymph">Uploaded</p>}
      </div>
    </FileField>
  )
}
