import { deskPage, signInPage } from '../festival/desk/calls'

/** Every address of the desk, by its page. */
export const pages = {
  queue: deskPage,
  record: `${deskPage}/submissions/:id`,
  'sign-in': signInPage,
  sessions: `${deskPage}/sessions`,
  people: `${deskPage}/people`,
  statement: `${deskPage}/statement`,
  refunds: `${deskPage}/refunds`,
  rehearsal: `${deskPage}/rehearsal`,
  'walk-in': `${deskPage}/walk-in`,
  audit: `${deskPage}/audit`,
} as const

export type PageName = keyof typeof pages

export interface MatchedRoute {
  page: PageName | 'not-found'
  /** The submission of a record's page. */
  id: string | undefined
}

const isPageName = (name: string): name is PageName => name in pages

/** The page that an address shows. */
export const matchRoute = (path: string): MatchedRoute => {
  const parts = path.replace(/\/$/, '').split('/')
  for (const [page, pattern] of Object.entries(pages)) {
    const expected = pattern.split('/')
    const fits =
      expected.length === parts.length && expected.every((part, index) => part.startsWith(':') || part === parts[index])
    if (fits && isPageName(page)) return { page, id: page === 'record' ? parts.at(-1) : undefined }
  }
  return { page: 'not-found', id: undefined }
}
