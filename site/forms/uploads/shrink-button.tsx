import { useState } from 'react'
import { maxFileBytes } from '../../../festival/upload'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { loadPart } from '../../offer-again'
import type { Upload } from './use-upload'

/** Makes a picture that was too large smaller on the device, and goes on with it (behaviour 5.48). */
export const ShrinkButton = ({ path, upload }: { path: string; upload: Pick<Upload, 'oversized' | 'choose'> }) => {
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState<File>()
  const { oversized, choose } = upload
  if (!oversized) return null
  if (oversized.type === 'application/pdf' || failed === oversized)
    return (
      <p className="mt-3 text-sm">
        {oversized.type === 'application/pdf' ? 'A PDF' : 'This file'} cannot be made smaller here. Choose a screenshot
        of it instead.
      </p>
    )
  const shrink = async () => {
    setIsBusy(true)
    const { shrinkPicture } = await loadPart(() => import('./shrink-picture'))
    const smaller = await shrinkPicture(oversized, maxFileBytes)
    setIsBusy(false)
    if (!smaller) return setFailed(oversized)
    await choose(smaller)
    focusField(path)
  }
  return (
    <Button shape="secondary" className="mt-3" disabled={isBusy} onClick={() => void shrink()}>
      {isBusy ? 'Making it smaller...' : 'Make it smaller'}
    </Button>
  )
}
