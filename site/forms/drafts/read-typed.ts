/**
 * What was typed, filled in or put back by the browser before the page came alive: the texts of a form's fields by
 * their names, without the empty ones. React doesn't know of them until told.
 */
export const readTyped = (form: HTMLFormElement): Map<string, string> => {
  const typed = new Map<string, string>()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value !== '') typed.set(name, value)
  return typed
}
