import { subjects } from '#edition/catalogue'

/** The subjects that were open at build time. */
export const keysOnHomeSheet: readonly string[] = subjects
  .filter(({ status }) => status === 'open')
  .map(({ key }) => key)
