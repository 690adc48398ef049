/** The build writes this address into the site. The server replaces it by PUBLIC_URL. */
export const standInUrl = 'https://address.invalid'

/** The build writes this revision of the offline shell. The server replaces it by a hash. */
export const standInRevision = 'revision-of-the-shell'

/**
 * Marks the documents of a public address, where sales and events end by the clock. The build
 * writes it, and the server removes it at a private address.
 */
export const publicAttribute = 'data-public'
