import { findSubject } from './catalogue'
import { fullName } from './subject'

/** What a stored key is called in full; the key itself where the edition no longer has it. */
export const nameSubject = (key: string): string => {
  const subject = findSubject(key)
  return subject ? fullName(subject) : key
}
