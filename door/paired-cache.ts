/** While this cache exists, the service worker keeps its version. */
export const pairedCache = 'door-paired'
