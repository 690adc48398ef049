import type { Group } from '../../festival/content/content'

const line = 'What these have in common.'

export const sections: readonly Group[] = [
  { id: 'quizzes', title: 'Quizzes — the Scholar Trophy', line, colour: 'nerve' },
  { id: 'panels', title: 'Panel discussions — Firing Line', line, colour: 'artery' },
  { id: 'presentations', title: 'Presentations', line, colour: 'vein' },
  { id: 'others', title: 'Other events', line, colour: 'lymph' },
]

export const categories: readonly Group[] = [
  { id: 'clinical', title: 'Clinical Skills', line, colour: 'vein' },
  { id: 'diagnostic', title: 'Diagnostic & Imaging', line, colour: 'nerve' },
  { id: 'maternal', title: 'Maternal & Neonatal Care', line, colour: 'lymph' },
  { id: 'emergency', title: 'Emergency & Wilderness Medicine', line, colour: 'artery' },
  { id: 'tech', title: 'Tech & Research', line, colour: 'nerve' },
]
