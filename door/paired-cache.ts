/** While this cache exists, the service worker does not update. */
export const pairedCache = 'door-paired'
