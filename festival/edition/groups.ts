import type { Category, Section } from '../content'

export const sections: readonly Section[] = [
  {
    id: 'quizzes',
    title: 'Quizzes — the Scholar Trophy',
    tagline: 'Three quizzes, from first year to internship, and one trophy that every college wants home.',
    colour: 'nerve',
  },
]

export const categories: readonly Category[] = [
  {
    id: 'clinical',
    name: 'Clinical Skills',
    description: 'Hands first: sutures, scans, eyes and airways.',
    colour: 'artery',
  },
]
