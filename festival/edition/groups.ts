import type { Group } from '#festival/content/content'

export const sections: readonly Group[] = [
  {
    id: 'quizzes',
    title: 'Quizzes — the Scholar Trophy',
    line: 'Three quizzes, from first year to internship, and a trophy that every college would like to take home.',
    colour: 'nerve',
  },
  {
    id: 'panels',
    title: 'Panel discussions — Firing Line',
    line: 'Hard questions from the bedside, answered aloud by the people who face them.',
    colour: 'artery',
  },
  {
    id: 'presentations',
    title: 'Presentations',
    line: 'A case, a poster or a paper: a few minutes to show what you saw and what it taught you.',
    colour: 'vein',
  },
  {
    id: 'others',
    title: 'Other events',
    line: 'Anatomy in paint and medicine on film, for those who think with their hands and eyes.',
    colour: 'lymph',
  },
]

export const categories: readonly Group[] = [
  {
    id: 'clinical',
    title: 'Clinical Skills',
    line: 'Sutures, scans, eyes and teeth: skills that only your own hands can learn.',
    colour: 'vein',
  },
  {
    id: 'diagnostic',
    title: 'Diagnostic & Imaging',
    line: 'Put a probe on the patient and an answer on the screen.',
    colour: 'nerve',
  },
  {
    id: 'maternal',
    title: 'Maternal & Neonatal Care',
    line: 'Two patients at once: the hours around a birth and the first minutes after it.',
    colour: 'lymph',
  },
  {
    id: 'emergency',
    title: 'Emergency & Wilderness Medicine',
    line: 'What to do when help is far, time is short or the patients are many.',
    colour: 'artery',
  },
  {
    id: 'tech',
    title: 'Tech & Research',
    line: 'New tools for old questions, from the first idea to the last reference.',
    colour: 'nerve',
  },
]
