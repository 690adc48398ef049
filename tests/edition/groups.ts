import type { Group } from '../../festival/content'

export const sections: readonly Group[] = [
  { id: 'contests', title: 'Contests', line: 'Questions with and without answers.', colour: 'vein' },
  { id: 'talks', title: 'Talks', line: 'Listen first, then ask.', colour: 'lymph' },
]

export const categories: readonly Group[] = [
  { id: 'bandages', title: 'Bandages', line: 'Firm, not tight.', colour: 'artery' },
]
