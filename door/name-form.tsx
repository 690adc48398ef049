import { useActionState, useId, useState } from 'react'
import * as v from 'valibot'
import { pairSchema } from '../festival/contract/door'
import { Button } from '../ui/button'
import { TextField } from '../ui/text-field'

/** If saving fails, `onSave` throws an error whose message says what to do. */
export const NameForm = ({
  label,
  hint,
  initial = '',
  button,
  schema,
  onSave,
}: {
  label: string
  hint?: string
  initial?: string
  button: string
  schema: v.GenericSchema<string>
  onSave: (name: string) => void | Promise<void>
}) => {
  const [name, setName] = useState(initial)
  const [error, save, isSaving] = useActionState(async () => {
    try {
      await onSave(v.parse(schema, name))
      return ''
    } catch (failure) {
      return (failure as Error).message
    }
  }, '')
  return (
    <form noValidate action={save} className="grid gap-4">
      <TextField
        path={useId()}
        label={label}
        hint={hint}
        value={name}
        onChange={setName}
        error={error}
        autoComplete="off"
      />
      <Button type="submit" disabled={isSaving}>
        {button}
      </Button>
    </form>
  )
}

export const VolunteerForm = (props: {
  button: string
  onSave: (volunteer: string) => Promise<void>
}) => (
  <NameForm
    label="Your first name"
    hint="The organisers see this name next to each of your scans."
    schema={pairSchema.entries.volunteer}
    {...props}
  />
)
