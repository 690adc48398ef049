import { Refusal } from './refusal'

/** Answers every method that an address doesn't take, naming those that it does. */
export const refuseMethod = (allowed: string) => (): never => {
  throw new Refusal('method-not-allowed', `This address takes ${allowed} only.`, { headers: { Allow: allowed } })
}
