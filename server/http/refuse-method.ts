import { ApiError } from './api-error'

/** Answers every method that an address doesn't take, naming those that it does. */
export const refuseMethod = (allowed: string) => (): never => {
  throw new ApiError('method-not-allowed', `This address takes ${allowed} only.`, { headers: { Allow: allowed } })
}
