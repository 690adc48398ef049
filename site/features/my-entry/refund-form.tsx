import { type FormEvent, useState } from 'react'
import { giveUpiIdSchema, type MyEntry, myEntryPaths } from '../../../festival/contract/my-entry'
import { parseBody } from '../../../festival/contract/problem'
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
  const [upiId, setUpiId] = useState(refund.upiId ?? '')
  const [error, setError] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const refuse = (message: string | undefined) => {
    setError(message)
    focusField(path)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) {
      return
    }
    const parsed = parseBody(giveUpiIdSchema, { secret, upiId })
    if (!parsed.ok) {
      return refuse(parsed.errors[0]?.message)
    }
    setIsSaving(true)
    const answer = await post<MyEntry>(myEntryPaths.giveUpiId, parsed.value)
    setIsSaving(false)
    if (!answer.ok) {
      return refuse(describeFailure(answer.failure))
    }
    setError(undefined)
    onSaved(answer.value)
  }
  return (
    <section aria-labelledby="refund" className="border border-line bg-leaf px-4 py-6 sm:px-8">
      <h2 id="refund" className="text-xl">
        Refund
      </h2>
      <p className="measure figures mt-2">{refund.words}</p>
      <form noValidate className="measure mt-4 space-y-4" onSubmit={(event) => void save(event)}>
        <TextField
          path={path}
          label="UPI ID for the refund"
          hint="For example name@bank. You can change it until the refund is sent."
          error={error}
          value={upiId}
          onChange={setUpiId}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
        />
        <Button type="submit" aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save the UPI ID'}
        </Button>
      </form>
    </section>
  )
}
