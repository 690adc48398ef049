import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { Button } from '../ui/button'
import { TextField } from '../ui/text-field'

/** `onSave` throws an error that says what to do. */
export const NameForm = ({
  label,
  hint,
  button,
  schema,
  onSave,
}: {
  label: string
  hint?: string
  button: string
  schema: v.GenericSchema<string>
  onSave: (name: string) => void | Promise<void>
}) => {
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaving(true)
    try {
      // The schema has messages for all errors except this one.
      await onSave(v.parse(schema, name, { message: 'This name is too long. Shorten it.' }))
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    }
    setIsSaving(false)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        path="name"
        label={label}
        hint={hint}
        value={name}
        onChange={setName}
        error={error}
        autoComplete="off"
        data-first
      />
      <Button type="submit" disabled={isSaving}>
        {button}
      </Button>
    </form>
  )
}
