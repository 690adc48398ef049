import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { pairSchema } from '../festival/contract/door'
import { Banner } from '../ui/banner'
import { Button } from '../ui/button'
import { TextField } from '../ui/text-field'

const nameSchema = pairSchema.entries.volunteer

/** `onSave` returns why it failed, or an empty text. */
export const VolunteerForm = ({
  button,
  onSave,
}: {
  button: string
  onSave: (volunteer: string) => Promise<string>
}) => {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const parsed = v.safeParse(nameSchema, name)
    setError(parsed.issues?.[0].message)
    if (parsed.success) {
      setIsSaving(true)
      setProblem(await onSave(parsed.output))
      setIsSaving(false)
    }
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        path="volunteer"
        label="Your first name"
        hint="Each scan carries it, so that the organisers know whom to ask."
        value={name}
        onChange={setName}
        error={error}
        maxLength={40}
        autoComplete="given-name"
        data-first
      />
      {problem && <Banner tone="error" title={problem} />}
      <Button type="submit" disabled={isSaving}>
        {button}
      </Button>
    </form>
  )
}
