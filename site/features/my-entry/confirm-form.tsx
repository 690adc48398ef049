import { useState } from 'react'
import { type MyEntry, myEntryPaths } from '../../../festival/contract/my-entry'
import { confirmLabel } from '../../../festival/forms/free'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { post } from '../../api'
import { describeFailure } from '../../forms/failure'

/** Mail scanners open links, so only the button confirms the entry. */
export const ConfirmForm = ({
  secret,
  onSaved,
}: {
  secret: string
  onSaved: (entry: MyEntry) => void
}) => {
  const [error, setError] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const confirm = async () => {
    setIsSaving(true)
    const answer = await post<MyEntry>(myEntryPaths.confirm, { secret })
    setIsSaving(false)
    if (answer.ok) {
      onSaved(answer.value)
    } else {
      setError(describeFailure(answer.failure))
    }
  }
  return (
    <div className="space-y-4">
      {error && <Banner tone="error" title={error} />}
      <Button aria-disabled={isSaving} onClick={() => !isSaving && void confirm()}>
        {confirmLabel}
      </Button>
    </div>
  )
}
