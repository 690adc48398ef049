import type { ReactNode } from 'react'
import { FieldNotes, fieldId } from '../../../ui/field'

/** A labelled choice of one of many, with nothing chosen at first. */
export const SelectField = ({
  path,
  label,
  value,
  error,
  onChange,
  children,
}: {
  path: string
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  children: ReactNode
}) => (
  <div>
    <label htmlFor={fieldId(path)} className="font-semibold">
      {label}
    </label>
    <FieldNotes path={path} error={error} />
    <select
      id={fieldId(path)}
      value={value}
      required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${fieldId(path)}-error` : undefined}
      onChange={(event) => onChange(event.target.value)}
      className="mt-1.5 min-h-12 w-full border border-line bg-paper px-3"
    >
      <option value="">Choose …</option>
      {children}
    </select>
  </div>
)
