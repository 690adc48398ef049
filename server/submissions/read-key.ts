import { randomUUID } from 'node:crypto'
import { refuseFields } from '../http/api-error'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The key by which a repeated request is known; one without a key gets its own (behaviour 7.3).
 * @throws ApiError for a key that is not a UUID
 */
export const readKey = (header: string | undefined): string => {
  if (header === undefined) return randomUUID()
  if (uuid.test(header)) return header.toLowerCase()
  throw refuseFields([{ path: 'Idempotency-Key', message: 'The key must be a UUID.' }])
}
