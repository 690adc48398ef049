import { type FormEvent, useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import { type MyEntry, myEntryPaths } from '../../../festival/contract/my-entry'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { TextField } from '../../../ui/text-field'
import { post } from '../../api'
import { describeFailure } from '../../forms/failure'

const path = 'upiId'

export const RefundForm = ({
  secret,
  refund,
  onSaved,
}: {
  secret: string
  refund: NonNullable<MyEntry['refund']>
  onSaved: (entry: MyEntry) => void
}) => {
  const [upiId, setUpiId] = useState(refund.upiId)
  const [error, setError] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaving(true)
    const answer = await post<MyEntry>(myEntryPaths.giveUpiId, { secret, upiId })
    setIsSaving(false)
    setError(answer.ok ? undefined : describeFailure(answer.failure))
    if (answer.ok) {
      onSaved(answer.value)
    } else {
      focusField(path)
    }
  }
  return (
    <section aria-labelledby="refund" className="border border-line bg-leaf px-4 py-6 sm:px-8">
      <h2 id="refund" className="text-xl">
        Refund
      </h2>
      <p className="measure figures mt-2">We will refund {formatPaise(refund.amount)}.</p>
      <form noValidate className="measure mt-4 space-y-4" onSubmit={(event) => void save(event)}>
        <TextField
          path={path}
          label="UPI ID for the refund"
          hint="For example name@bank. You can change it until the refund is sent."
          error={error}
          value={upiId}
          onChange={setUpiId}
          inputMode="email"
        />
        <Button type="submit" disabled={isSaving}>
          Save the UPI ID
        </Button>
      </form>
    </section>
  )
}
