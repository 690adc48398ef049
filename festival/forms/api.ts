import type { AccommodationReceipt, AccommodationRequest } from './accommodation'
import type { DelegatePass, DelegatePassReceipt } from './delegate-pass'
import type { Registration, RegistrationReceipt, Saved } from './registration'

/** What the server answers beside the pages: every path once, and what each form sends and gets. */

export const formPaths = {
  registration: '/api/event-registrations',
  'delegate-pass': '/api/delegate-passes',
  accommodation: '/api/accommodations',
} as const

export type FormKind = keyof typeof formPaths

/** The answer to a form that is saved, with the id that its registrant holds, where there is one. */
export interface Receipt extends Saved {
  registration_id?: string
  /** What a request for a room has in its place. */
  request_id?: string
}

export interface Forms extends Record<FormKind, { body: object; receipt: Receipt }> {
  registration: { body: Registration; receipt: RegistrationReceipt }
  'delegate-pass': { body: DelegatePass; receipt: DelegatePassReceipt }
  accommodation: { body: AccommodationRequest; receipt: AccommodationReceipt }
}

export const couponPath = '/api/coupons/check'
/** What was changed while the festival runs, for open pages: a `LiveState` with an ETag. */
export const statePath = '/api/state'
export const uploadPath = '/image/upload'

/** Where a stored file is read, with its name: `/files/NAME`. */
export const filePath = (name: string): string => `/files/${name}`

export const healthPath = '/healthz'
export const readyPath = '/readyz'

/** The folders in which no page is: what is not found there is answered as a call. */
export const callFolders = ['/api', '/image', '/files'] as const

const isUnder = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

export const isCall = (path: string): boolean => callFolders.some((folder) => isUnder(path, folder))

/** Whether an address is the server's own: a call or a probe, and never a page. */
export const isServerPath = (path: string): boolean =>
  isCall(path) || [healthPath, readyPath].some((probe) => isUnder(path, probe))
