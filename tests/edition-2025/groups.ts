import type { Category, Section } from '../../festival/content'

const tagline = 'What these have in common.'

export const sections: readonly Section[] = [
  { id: 'quizzes', title: 'Quizzes — the Scholar Trophy', tagline, colour: 'nerve' },
  { id: 'panels', title: 'Panel discussions — Firing Line', tagline, colour: 'artery' },
  { id: 'presentations', title: 'Presentations', tagline, colour: 'vein' },
  { id: 'others', title: 'Other events', tagline, colour: 'lymph' },
]

export const categories: readonly Category[] = [
  { id: 'clinical', name: 'Clinical Skills', description: tagline, colour: 'vein' },
  { id: 'diagnostic', name: 'Diagnostic & Imaging', description: tagline, colour: 'nerve' },
  { id: 'maternal', name: 'Maternal & Neonatal Care', description: tagline, colour: 'lymph' },
  { id: 'emergency', name: 'Emergency & Wilderness Medicine', description: tagline, colour: 'artery' },
  { id: 'tech', name: 'Tech & Research', description: tagline, colour: 'nerve' },
]
