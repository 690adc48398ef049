import type { DoorEntry, DoorPerson, DoorState } from '../festival/contract/door'

export type Verdict =
  | 'let-in'
  | 'already-in'
  | 'replaced'
  | 'unlisted'
  | Exclude<DoorState, 'verified'>
  /** Found by search, so the volunteer has to confirm it. */
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

/** `code` is the hash of a scanned or typed code. */
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

/** Typed codes can contain spaces, hyphens and lower-case letters. */
const cleanCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

export const isTicketCode = (text: string): boolean => /^[A-Z\d]{16}$/.test(cleanCode(text))

/** HMAC-SHA256 in base64url, like the codes in the list. `key` is also in base64url. */
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

/** A ticket that stays in front of the camera must not show "Already in". */
export const isRepeat = (last: Sighting | undefined, { code, seenMs }: Sighting): boolean =>
  last?.code === code && seenMs - last.seenMs < ignoredMs
