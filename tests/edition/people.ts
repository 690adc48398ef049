import type { ContactSection, Person } from '../../festival/content/content'

const awaited = (title: string): Person => ({
  title,
  name: 'To be announced',
  phone: '+91 00000 00000',
})

export const contactSections: readonly ContactSection[] = [
  { name: 'President', people: [awaited('President')] },
  { name: 'Executive Board', people: [awaited('Treasurer'), awaited('Sports Secretary')] },
]

export const generalQueries = 'Call any number listed here.'

export const refunds =
  'The delegate pass is not refundable. If an event or workshop is cancelled, its fee is refunded.'
