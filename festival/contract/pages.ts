/** The start page, and the page that a sign-in link opens with its secret after `#`. */
export const deskPage = '/desk'
export const signInPage = '/desk/sign-in'

/** Whether an address belongs to the desk instead of the site. */
export const isDeskPage = (path: string): boolean =>
  path === deskPage || path.startsWith(`${deskPage}/`)

export const deskCallFolder = '/api/desk'
