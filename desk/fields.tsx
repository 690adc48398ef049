import { type ComponentProps, type ReactNode, useState } from 'react'
import { formatPaise, readMoney } from '../festival/bank/cells'
import {
  describedBy,
  FieldNotes,
  type FieldProps,
  fieldId,
  focusField,
  OptionalMark,
} from '../ui/field'
import { inputClasses, TextField } from '../ui/text-field'

/** Replaces the browser's validation with our own. */
export const Form = ({
  onSubmit,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (form: HTMLFormElement) => void }) => (
  <form
    noValidate
    autoComplete="off"
    {...form}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit(event.currentTarget)
    }}
  />
)

export const Check = ({
  children,
  className = '',
  ...input
}: ComponentProps<'input'> & { children: ReactNode }) => (
  <label className={`target flex cursor-pointer items-center gap-3 ${className}`}>
    <input type="checkbox" className="size-5 shrink-0 accent-ink" {...input} />
    {children}
  </label>
)

export interface Choice {
  value: string
  label: string
  group?: string
}

export const SelectField = ({
  path,
  label,
  hint,
  error,
  isOptional = false,
  isSmall = false,
  emptyLabel,
  choices,
  onChange,
  ...select
}: FieldProps &
  Omit<ComponentProps<'select'>, 'onChange'> & {
    isSmall?: boolean
    /** The label of the empty option. If undefined, there is no empty option. */
    emptyLabel?: string | undefined
    choices: readonly Choice[]
    onChange: (value: string, form: HTMLFormElement | null) => void
  }) => {
  const id = fieldId(path)
  const list = (group: string | undefined) =>
    choices.map((choice) =>
      choice.group === group ? (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ) : null,
    )
  return (
    <div>
      <label htmlFor={id} className={isSmall ? 'head' : 'font-semibold'}>
        {label}
        {isOptional && !isSmall && <OptionalMark />}
      </label>
      <FieldNotes path={path} hint={hint} error={error} />
      <select
        {...select}
        id={id}
        name={path}
        required={!isOptional}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy({ path, hint, error })}
        onChange={({ target }) => onChange(target.value, target.form)}
        className={isSmall ? smallBox : `${inputClasses} mt-1.5`}
      >
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {[...new Set(choices.map(({ group }) => group))].map((group) =>
          group ? (
            <optgroup key={group} label={group}>
              {list(group)}
            </optgroup>
          ) : (
            list(group)
          ),
        )}
      </select>
    </div>
  )
}

export const AnswerField = ({
  choices,
  type,
  ...field
}: FieldProps & {
  value: string
  onChange: (value: string) => void
  choices?: readonly Choice[] | undefined
  type?: string
}) =>
  choices ? (
    <SelectField {...field} choices={choices} emptyLabel="Choose …" />
  ) : (
    <TextField type={type} {...field} />
  )

/** Errors appear after the first `check`, which also focuses a wrong field. */
export const useCheckedField = (
  path: string,
  initial: string,
  findError: (value: string) => string | undefined,
) => {
  const [value, onChange] = useState(initial)
  const [isChecked, setIsChecked] = useState(false)
  const error = findError(value)
  const check = () => {
    setIsChecked(true)
    if (error) {
      focusField(path)
    }
    return !error
  }
  return { value, check, field: { path, value, onChange, error: isChecked ? error : undefined } }
}

export const useReason = () =>
  useCheckedField('reason', '', (reason) =>
    reason.trim().length < 3 ? 'Say why, in a few words.' : undefined,
  )

/** Reads an amount in paise. */
export const useAmount = (initial: string, max = Number.POSITIVE_INFINITY) => {
  const readPaise = (text: string) => readMoney(text)?.paise ?? 0
  const { value, check, field } = useCheckedField('amount', initial, (text) => {
    if (readPaise(text) <= 0) {
      return 'Enter an amount, such as 150.'
    }
    return readPaise(text) > max ? `At most ${formatPaise(max)}.` : undefined
  })
  return {
    paise: readPaise(value),
    check,
    field: { label: 'Amount', inputMode: 'decimal', ...field } as const,
  }
}

const smallBox = 'target block w-full border border-line bg-paper px-2 text-ink'

/** The value is read when the form is submitted. */
export const SmallField = ({
  label,
  ...input
}: ComponentProps<'input'> & { label?: string | undefined }) => (
  <label className="head min-w-0 flex-1">
    {label}
    <input type="search" {...input} className={`${smallBox} text-sm`} />
  </label>
)
