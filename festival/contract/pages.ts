/** Where the desk's own pages are: the entry, and the page that a sign-in link opens with its secret after `#`. */
export const deskPage = '/desk'
export const signInPage = '/desk/sign-in'

/** Whether an address is one of the desk's pages or files, and none of the site's. */
export const isDeskPage = (path: string): boolean =>
  path === deskPage || path.startsWith(`${deskPage}/`)

/** The folder in which the desk's calls are. */
export const deskCallFolder = '/api/desk'
