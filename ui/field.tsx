import type { ReactNode } from 'react'

/** The id of the element that a field's path names: `members.0.phone` is `field-members-0-phone`. */
export const fieldId = (path: string): string => `field-${path.replace(/[^A-Za-z0-9]+/g, '-')}`

/** Moves the focus to the element that a field's path names; false when the page doesn't have it. */
export const focusField = (path: string): boolean => {
  const field = document.getElementById(fieldId(path))
  // A group of choices holds the focus in its first choice.
  const target = field?.matches('[role=radiogroup]')
    ? field.querySelector<HTMLElement>('input:not(:disabled)')
    : field
  target?.focus()
  return target !== null && target !== undefined
}

/** Where a field stands among those of the page; one that is not there comes first. */
export const findFieldPosition = (path: string): number => {
  const id = fieldId(path)
  return [...document.querySelectorAll('[id^=field-]')].findIndex((one) =>
    `${one.id}-`.startsWith(`${id}-`),
  )
}

export interface FieldProps {
  /** Where its value stands in what is sent: `members.0.phone`. Its ids and its name follow from it. */
  path: string
  label: string
  hint?: ReactNode
  /** What is wrong with it; it is marked as invalid while this is set. */
  error?: string | undefined
  /** Whether it may stay empty; the label says so. */
  isOptional?: boolean
}

/** The ids of the texts that describe a field, for `aria-describedby`. */
export const describedBy = ({
  path,
  hint,
  error,
}: Pick<FieldProps, 'path' | 'hint' | 'error'>): string | undefined =>
  [hint ? `${fieldId(path)}-hint` : '', error ? `${fieldId(path)}-error` : '']
    .filter(Boolean)
    .join(' ') || undefined

export const OptionalMark = () => <span className="font-normal text-faded"> (optional)</span>

export const FieldNotes = ({ path, hint, error }: Pick<FieldProps, 'path' | 'hint' | 'error'>) => (
  <>
    {hint && (
      <p id={`${fieldId(path)}-hint`} className="mt-0.5 text-sm text-faded">
        {hint}
      </p>
    )}
    {error && (
      <p
        id={`${fieldId(path)}-error`}
        className="mt-1 flex gap-2 text-sm font-semibold text-artery"
      >
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="mt-0.5 size-4 shrink-0 fill-none stroke-current"
        >
          <path d="M8 1.5 15 14H1zM8 6v4m0 1.5v1" strokeWidth="1.5" strokeLinejoin="round" />
        </svg>
        {error}
      </p>
    )}
  </>
)
