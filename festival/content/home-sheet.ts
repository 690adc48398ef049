import { subjects } from '#edition/catalogue'

/** The subjects whose plates the home page has on its sheet: those that were open when it was built. */
export const keysOnHomeSheet: readonly string[] = subjects
  .filter(({ status }) => status === 'open')
  .map(({ key }) => key)
