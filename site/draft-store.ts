/** Where a draft lies in the browser's storage, by its name. */
export const draftAddress = (name: string): string => `cerebra:draft:${name}`

/** A draft is somebody's personal data: it goes after so many milliseconds without a change. */
export const draftKeptMs = 30 * 24 * 60 * 60 * 1000
