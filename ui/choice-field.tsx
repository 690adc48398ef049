import type { ReactNode } from 'react'
import { describedBy, FieldNotes, type FieldProps, fieldId, OptionalMark } from './field'

export interface Choice {
  value: string
  label: string
  note?: string
}

export const ChoiceGroup = ({
  path,
  label,
  hint,
  error,
  isOptional = false,
  layout,
  children,
}: FieldProps & { /** Classes of the grid. */ layout: string; children: ReactNode }) => (
  <div
    id={fieldId(path)}
    role="radiogroup"
    aria-labelledby={`${fieldId(path)}-label`}
    aria-required={!isOptional}
    aria-invalid={error ? true : undefined}
    aria-describedby={describedBy({ path, hint, error })}
  >
    <p id={`${fieldId(path)}-label`} className="font-semibold">
      {label}
      {isOptional && <OptionalMark />}
    </p>
    <FieldNotes path={path} hint={hint} error={error} />
    <div className={`mt-1.5 grid ${layout}`}>{children}</div>
  </div>
)

export const ChoiceField = ({
  choices,
  value,
  onChange,
  ...field
}: FieldProps & {
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
}) => (
  <ChoiceGroup {...field} layout="gap-2 sm:grid-cols-2">
    {choices.map((choice) => (
      <label
        key={choice.value}
        className="flex min-h-12 cursor-pointer items-center gap-3 border border-line bg-leaf px-3 py-2 has-checked:border-ink has-checked:[box-shadow:inset_0_0_0_1px_var(--ink)] has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-vein"
      >
        <input
          type="radio"
          name={field.path}
          value={choice.value}
          checked={value === choice.value}
          onChange={() => onChange(choice.value)}
          className="size-5 shrink-0 appearance-none rounded-full border border-ink checked:border-[0.4rem] focus-visible:outline-none"
        />
        <span>
          {choice.label}
          {choice.note && <span className="block text-sm text-faded">{choice.note}</span>}
        </span>
      </label>
    ))}
  </ChoiceGroup>
)
