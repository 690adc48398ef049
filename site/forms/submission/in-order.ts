import type { Parsed } from '../../../festival/problem'

/** What was checked, its errors in the order of the fields on the page. */
export const inOrder = <T>(checked: Parsed<T>, fields: readonly string[]): Parsed<T> => {
  if (checked.ok) return checked
  const place = (path: string) => fields.indexOf(path.split('.')[0] ?? '')
  return { ok: false, errors: [...checked.errors].sort((one, other) => place(one.path) - place(other.path)) }
}
