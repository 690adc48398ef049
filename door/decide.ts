import type { DoorEntry, DoorPerson, DoorState } from '../festival/contract/door'

export type Verdict =
  | 'let-in'
  | 'already-in'
  | 'replaced'
  | 'unlisted'
  | Exclude<DoorState, 'verified'>
  /** By a search, which needs a confirmation. */
  | 'found'

export const hasArrived = ({ arrivedAt }: DoorPerson): boolean => arrivedAt !== null

export const decide = ({ state, people }: DoorEntry): Verdict => {
  if (state !== 'refused' && people.some(hasArrived)) {
    return 'already-in'
  }
  return state === 'verified' ? 'let-in' : state
}

export const decideFound = (entry: DoorEntry): Verdict => {
  const verdict = decide(entry)
  return verdict === 'let-in' ? 'found' : verdict
}

/** `code` is hashed. */
export const decideByCode = (
  entries: readonly DoorEntry[],
  code: string,
): { entry?: DoorEntry; verdict: Verdict } => {
  const entry = entries.find((listed) => listed.code === code)
  if (entry) {
    return { entry, verdict: decide(entry) }
  }
  const replaced = entries.find(({ replacedCodes }) => replacedCodes.includes(code))
  if (replaced) {
    return { entry: replaced, verdict: replaced.state === 'refused' ? 'refused' : 'replaced' }
  }
  return { verdict: 'unlisted' }
}

/** Codes are typed with spaces and in any case. */
const cleanCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

export const isTicketCode = (text: string): boolean => /^[A-Z\d]{16}$/.test(cleanCode(text))

/** HMAC-SHA256 in base64url, like the codes of the list. `key` is in base64url as well. */
export const hashCode = async (key: string, text: string): Promise<string> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const jwk = { kty: 'oct', k: key }
  const imported = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign'])
  const code = new TextEncoder().encode(cleanCode(text))
  const hash = await crypto.subtle.sign('HMAC', imported, code)
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** When the camera last saw a code, in milliseconds. */
export interface Sighting {
  code: string
  seenMs: number
}

const ignoredMs = 3_000

/** A ticket that stays in view, or comes back soon, must not show "Already in". */
export const isRepeat = (last: Sighting | undefined, { code, seenMs }: Sighting): boolean =>
  last?.code === code && seenMs - last.seenMs < ignoredMs
