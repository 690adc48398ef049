import type { ContactSection } from '../../festival/content'

export const contactSections: readonly ContactSection[] = [
  { name: 'Desk', people: [{ title: 'Head of the desk', name: 'To be announced', phone: '+91 00000 00000' }] },
]

export const generalQueries = 'Call the desk.'
