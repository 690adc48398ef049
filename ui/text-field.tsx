import type { InputHTMLAttributes, ReactNode } from 'react'
import { describedBy, FieldNotes, type FieldProps, fieldId, OptionalMark } from './field'

export const inputClasses =
  'min-h-12 w-full border border-line bg-leaf px-3 py-2 text-base text-ink aria-[invalid]:border-2 aria-[invalid]:border-artery disabled:border-dashed disabled:text-faded'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id' | 'name' | 'value'>

/** Users may enter text that is not among the `suggestions`. */
export const TextField = ({
  path,
  label,
  hint: usualHint,
  error,
  isOptional = false,
  value,
  onChange,
  suggestions,
  action,
  className = '',
  ...input
}: FieldProps &
  InputProps & {
    /** Undefined if the input is uncontrolled. */
    value?: string
    onChange: (text: string) => void
    suggestions?: readonly string[]
    action?: ReactNode
  }) => {
  const id = fieldId(path)
  const hint = usualHint === error ? undefined : usualHint
  return (
    <div className={className}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {isOptional && <OptionalMark />}
      </label>
      <FieldNotes path={path} hint={hint} error={error} />
      <div className="mt-auto flex gap-2 pt-1.5">
        <input
          type="text"
          {...input}
          id={id}
          name={path}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          required={!isOptional}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ path, hint, error })}
          list={suggestions && `${id}-list`}
          className={`${inputClasses} min-w-0 read-only:border-dashed read-only:text-faded`}
        />
        {action}
      </div>
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </div>
  )
}
