import { ApiError } from './api-error'

/**
 * The refusal of an address that has sent too much.
 * @param seconds until there is room again
 */
export const tooManyRequests = (
  seconds: number,
  detail = 'Too many requests came from your network. Please try again in a moment.',
): ApiError => new ApiError('too-many-requests', detail, { headers: { 'Retry-After': String(seconds) } })
