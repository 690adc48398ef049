import type { ContactSection, Person } from '#festival/content/content'

const awaited = (title: string): Person => ({
  title,
  name: 'To be announced',
  phone: '+91 00000 00000',
})

/** Placeholders, to be replaced by the real names and numbers. */
export const contactSections: readonly ContactSection[] = [
  { name: 'President', people: [awaited('President')] },
  {
    name: 'Advisory Board',
    people: [
      awaited('Vice President'),
      awaited('Joint Secretary'),
      awaited('Treasurer'),
      awaited('Public Relations'),
    ],
  },
  {
    name: 'Executive Board',
    people: [
      awaited('General Secretary'),
      awaited('Cultural Secretary'),
      awaited('Academic Secretary'),
      awaited('Sports Secretary'),
      awaited('Fine Arts Secretary'),
      awaited('Literature and Debate Secretary'),
      awaited('Social Service Secretary'),
      awaited('Photography Secretary'),
      awaited('Chief Designer'),
      awaited('Technical Secretary'),
      awaited('Awards and Accommodation Secretary'),
      awaited('Food and Transport Secretary'),
      awaited('Anti-Ragging and Students’ Wellness Secretary'),
    ],
  },
]

export const generalQueries =
  'Call any number listed here for help with registration, event details and support. Any of them can help.'

export const refunds =
  'The delegate pass is not refundable. If an event or workshop is cancelled, its fee is refunded.'
