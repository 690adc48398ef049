import type { ReactNode } from 'react'

/** Turns `members.0.phone` into `field-members-0-phone`. */
export const fieldId = (path: string): string => `field-${path.replace(/[^A-Za-z0-9]+/g, '-')}`

/** For a field of several parts, such as `members`, returns the first part. */
export const findField = (path: string): HTMLElement | null =>
  document.getElementById(fieldId(path)) ?? document.querySelector(`[id^="${fieldId(path)}-"]`)

/** Fired on a field before it gets the focus, so that its form can show it. */
export const revealEvent = 'field-reveal'

/** Returns false if the page has no such field. */
export const focusField = (path: string): boolean => {
  const field = findField(path)
  field?.dispatchEvent(new Event(revealEvent, { bubbles: true }))
  // In a group of choices, the first choice gets the focus.
  const target = field?.matches('[role=radiogroup]')
    ? field.querySelector<HTMLElement>('input:not(:disabled)')
    : field
  target?.focus()
  if (target?.closest('dialog')) {
    // Keeps the field and its error clear of the dialog's sticky bars.
    target.scrollIntoView({ block: 'center' })
  }
  return target !== null && target === document.activeElement
}

/** Returns -1 for a missing field, which puts its error first. */
export const findFieldPosition = (path: string): number => {
  const id = fieldId(path)
  return [...document.querySelectorAll('[id^=field-]')].findIndex((field) =>
    `${field.id}-`.startsWith(`${id}-`),
  )
}

export interface FieldProps {
  /** For example `members.0.phone`. */
  path: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean
}

export const describedBy = ({
  path,
  hint,
  error,
}: Pick<FieldProps, 'path' | 'hint' | 'error'>): string | undefined => {
  const ids: string[] = []
  if (hint) {
    ids.push(`${fieldId(path)}-hint`)
  }
  if (error) {
    ids.push(`${fieldId(path)}-error`)
  }
  return ids.length > 0 ? ids.join(' ') : undefined
}

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
