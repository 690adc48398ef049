/** A sign-in link has its secret after `#`. */
export const deskPage = '/desk'
export const signInPage = '/desk/sign-in'

export const isDeskPage = (path: string): boolean =>
  path === deskPage || path.startsWith(`${deskPage}/`)

export const deskCallFolder = '/api/desk'

/** The page for phones at a door. A pairing link has its secret after `#`. */
export const doorPage = '/door'
/** The service worker of that page only. */
export const doorWorker = '/door/sw.js'

export const isDoorPage = (path: string): boolean =>
  path === doorPage || path.startsWith(`${doorPage}/`)

export const doorCallFolder = '/api/door'
