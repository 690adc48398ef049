import { subjects } from '#edition/catalogue'

/** The subjects on the home page's sheet: those that were open at build time. */
export const keysOnHomeSheet: readonly string[] = subjects
  .filter(({ status }) => status === 'open')
  .map(({ key }) => key)
