import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { pairSchema } from '../festival/contract/door'
import { Button } from '../ui/button'
import { TextField } from '../ui/text-field'

/** `onSave` throws an error that says what to do. */
export const VolunteerForm = ({
  button,
  onSave,
}: {
  button: string
  onSave: (volunteer: string) => Promise<void>
}) => {
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaving(true)
    try {
      await onSave(v.parse(pairSchema.entries.volunteer, name))
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    }
    setIsSaving(false)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        path="volunteer"
        label="Your first name"
        hint="The organisers see it beside each of your scans."
        value={name}
        onChange={setName}
        error={error}
        maxLength={40}
        autoComplete="given-name"
        data-first
      />
      <Button type="submit" disabled={isSaving}>
        {button}
      </Button>
    </form>
  )
}
