/** A sign-in link has its secret after `#`. */
export const deskPage = '/desk'
export const signInPage = '/desk/sign-in'

export const isDeskPage = (path: string): boolean =>
  path === deskPage || path.startsWith(`${deskPage}/`)

export const deskCallFolder = '/api/desk'
