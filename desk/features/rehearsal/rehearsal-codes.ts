import { isReference, makeReference } from '../../../festival/reference'

/** The apps that nearly everybody pays with. */
export const rehearsedApps = ['Google Pay', 'PhonePe', 'Paytm', 'BHIM'] as const
export type RehearsedApp = (typeof rehearsedApps)[number]

/** The code of one app: a reference of its own, and the payment number that the app showed, if somebody wrote it down. */
export interface RehearsalCode {
  app: RehearsedApp
  reference: string
  number: string
}

const storageKey = 'cerebra:desk:rehearsal'

const drawByte = (): number => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0

const readKept = (text: string | null): unknown[] => {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

const isCode = (kept: unknown): kept is RehearsalCode =>
  typeof kept === 'object' &&
  kept !== null &&
  'app' in kept &&
  'reference' in kept &&
  typeof kept.reference === 'string' &&
  isReference(kept.reference) &&
  'number' in kept &&
  typeof kept.number === 'string'

/**
 * The codes of this device, made once: the statement comes a day later, and must find the references that were paid with.
 * @param draw cryptographic randomness, 0 to 255
 */
export const readCodes = (storage: Pick<Storage, 'getItem'>, draw: () => number = drawByte): RehearsalCode[] => {
  const kept = readKept(storage.getItem(storageKey)).filter(isCode)
  return rehearsedApps.map(
    (app) => kept.find((code) => code.app === app) ?? { app, reference: makeReference(draw), number: '' },
  )
}

export const keepCodes = (storage: Pick<Storage, 'setItem'>, codes: readonly RehearsalCode[]): void =>
  storage.setItem(storageKey, JSON.stringify(codes))
