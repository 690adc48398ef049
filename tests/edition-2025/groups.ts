import type { Category, Section } from '../../festival/content'

export const sections: readonly Section[] = [
  {
    id: 'quizzes',
    title: 'Quizzes — the Scholar Trophy',
    tagline: 'Three quizzes, from first year to internship, and a trophy that every college would like to take home.',
    colour: 'nerve',
  },
  {
    id: 'panels',
    title: 'Panel discussions — Firing Line',
    tagline: 'Hard questions from the bedside, answered aloud by the people who face them.',
    colour: 'artery',
  },
  {
    id: 'presentations',
    title: 'Presentations',
    tagline: 'A case, a poster or a paper: a few minutes to show what you saw and what it taught you.',
    colour: 'vein',
  },
  {
    id: 'others',
    title: 'Other events',
    tagline: 'Anatomy in paint and medicine on film, for those who think with their hands and eyes.',
    colour: 'lymph',
  },
]

export const categories: readonly Category[] = [
  {
    id: 'clinical',
    name: 'Clinical Skills',
    description: 'Sutures, scans, eyes and teeth: skills that only your own hands can learn.',
    colour: 'vein',
  },
  {
    id: 'diagnostic',
    name: 'Diagnostic & Imaging',
    description: 'Put a probe on the patient and an answer on the screen.',
    colour: 'nerve',
  },
  {
    id: 'maternal',
    name: 'Maternal & Neonatal Care',
    description: 'Two patients at once: the hours around a birth and the first minutes after it.',
    colour: 'lymph',
  },
  {
    id: 'emergency',
    name: 'Emergency & Wilderness Medicine',
    description: 'What to do when help is far, time is short or the patients are many.',
    colour: 'artery',
  },
  {
    id: 'tech',
    name: 'Tech & Research',
    description: 'New tools for old questions, from the first idea to the last reference.',
    colour: 'nerve',
  },
]
