import type { DoorEntry, DoorPerson } from '../festival/contract/door'

export type Verdict = 'let-in' | 'unchecked' | 'waiting' | 'already-in' | 'refused' | 'replaced'

/** Undefined if no one has arrived. */
export const findFirstArrival = ({ people }: DoorEntry): DoorPerson | undefined =>
  people
    .filter(({ arrivedAt }) => arrivedAt !== null)
    .sort((left, right) => String(left.arrivedAt).localeCompare(String(right.arrivedAt)))[0]

export const decide = (entry: DoorEntry): Verdict => {
  if (entry.state === 'refused') {
    return 'refused'
  }
  if (findFirstArrival(entry)) {
    return 'already-in'
  }
  return entry.state === 'verified' ? 'let-in' : entry.state
}

export interface Found {
  entry: DoorEntry
  verdict: Verdict
}

/** Undefined if the code is not on the list. */
export const decideByCode = (entries: readonly DoorEntry[], code: string): Found | undefined => {
  const entry = entries.find((listed) => listed.code === code)
  if (entry) {
    return { entry, verdict: decide(entry) }
  }
  const replaced = entries.find(({ replacedCodes }) => replacedCodes.includes(code))
  const verdict = replaced?.state === 'refused' ? 'refused' : 'replaced'
  return replaced && { entry: replaced, verdict }
}

/** Codes are typed with spaces and in any case. */
export const cleanCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

export const isTicketCode = (text: string): boolean => /^[A-Z\d]{16}$/.test(cleanCode(text))

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )

/** HMAC-SHA256 in base64url, like the codes of the list. */
export const hashCode = async (key: string, text: string): Promise<string> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', fromBase64Url(key), algorithm, false, [
    'sign',
  ])
  const code = new TextEncoder().encode(cleanCode(text))
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', imported, code)))
}

/** A code that the camera has read. */
export interface Sighting {
  code: string
  /** When its result was shown, and when the camera last saw it, in milliseconds. */
  shownMs: number
  seenMs: number
  wasAway: boolean
}

const ignoredMs = 3_000
/** The camera misses single frames of a code that it is still seeing. */
const awayMs = 1_000

/**
 * Ignores a code for three seconds, and for as long as it stays in view. Otherwise a ticket that is
 * held too long would show "Already in". Returns undefined for a code to decide on.
 */
export const findRepeat = (
  last: Sighting | undefined,
  code: string,
  nowMs: number,
): Sighting | undefined => {
  if (last?.code !== code) {
    return undefined
  }
  const wasAway = last.wasAway || nowMs - last.seenMs > awayMs
  const isRepeat = !wasAway || nowMs - last.shownMs < ignoredMs
  return isRepeat ? { ...last, seenMs: nowMs, wasAway } : undefined
}
