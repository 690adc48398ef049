/** The id of the element that a field's path names: `members.0.phone` is `field-members-0-phone`. */
export const fieldId = (path: string): string => `field-${path.replace(/[^A-Za-z0-9]+/g, '-')}`

/** Moves the focus to the element that a field's path names; false when the page doesn't have it. */
export const focusField = (path: string): boolean => {
  const field = document.getElementById(fieldId(path))
  // A group of choices holds the focus in its first choice.
  const target = field?.matches('[role=radiogroup]') ? field.querySelector<HTMLElement>('input:not(:disabled)') : field
  target?.focus()
  return target !== null && target !== undefined
}
