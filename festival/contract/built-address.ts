/** The build writes this address into the site. The server replaces it with PUBLIC_URL. */
export const standInUrl = 'https://address.invalid'

/** The build writes this revision of the offline shell. The server replaces it with a hash. */
export const standInRevision = 'revision-of-the-shell'

/**
 * Marks documents at a public address, where sales and events end at their set times. The build
 * writes it, and the server removes it at a private address.
 */
export const publicAttribute = 'data-public'
