import type { ContactSection, Person } from '../../festival/content/content'

const awaited = (title: string): Person => ({
  title,
  name: 'To be announced',
  phone: '+91 00000 00000',
})

/** The organising team: as many as tests look for. */
export const contactSections: readonly ContactSection[] = [
  { name: 'President', people: [awaited('President')] },
  { name: 'Executive Board', people: [awaited('Treasurer'), awaited('Sports Secretary')] },
]

/** The text under "General Queries". */
export const generalQueries = 'Call any number listed here.'

/** What becomes of money that somebody wants back. */
export const refunds =
  'The delegate pass is not refundable. If an event or workshop is cancelled, you get its fee back.'
