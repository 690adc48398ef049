import type { Category, Section } from '../../festival/content'

export const sections: readonly Section[] = [
  { id: 'contests', title: 'Contests', tagline: 'Questions with and without answers.', colour: 'vein' },
  { id: 'talks', title: 'Talks', tagline: 'Listen first, then ask.', colour: 'lymph' },
]

export const categories: readonly Category[] = [
  { id: 'bandages', name: 'Bandages', description: 'Firm, not tight.', colour: 'artery' },
]
