import type { AccommodationReceipt, AccommodationRequest } from './accommodation'
import type { DelegatePass, DelegatePassReceipt } from './delegate-pass'
import type { Registration, RegistrationReceipt, Saved } from './registration'

export const formPaths = {
  registration: '/api/event-registrations',
  'delegate-pass': '/api/delegate-passes',
  accommodation: '/api/accommodations',
} as const

export type FormKind = keyof typeof formPaths

export interface Receipt extends Saved {
  registration_id?: string
  /** The id of a room request, which has no `registration_id`. */
  request_id?: string
}

export interface Forms extends Record<FormKind, { body: object; receipt: Receipt }> {
  registration: { body: Registration; receipt: RegistrationReceipt }
  'delegate-pass': { body: DelegatePass; receipt: DelegatePassReceipt }
  accommodation: { body: AccommodationRequest; receipt: AccommodationReceipt }
}

export const couponPath = '/api/coupons/check'
/** Answers a `LiveState`, with an ETag. */
export const statePath = '/api/state'
export const uploadPath = '/image/upload'

export const filePath = (name: string): string => `/files/${name}`

export const healthPath = '/healthz'
export const readyPath = '/readyz'

/** These folders contain no pages, so a 404 is answered as a problem (RFC 9457). */
export const callFolders = ['/api', '/image', '/files'] as const

const isUnder = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

export const isCall = (path: string): boolean => callFolders.some((folder) => isUnder(path, folder))

export const isServerPath = (path: string): boolean =>
  isCall(path) || [healthPath, readyPath].some((probe) => isUnder(path, probe))
