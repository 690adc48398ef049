import { slot } from '../slot'
import type { Subject } from '../subject'

/** Every event and workshop of this edition, in the atlas's order: the order gives each plate its number. */
export const subjects: readonly Subject[] = [
  {
    key: 'SeniorQuiz',
    kind: 'event',
    slug: 'senior-quiz',
    title: 'Senior Quiz',
    nickname: 'Peristalympics',
    subtitle: 'Gastroenterology',
    group: 'quizzes',
    status: 'open',
    fee: { per: 'team', amount: 600 },
    prize: 40_000,
    teamSize: 3,
    passRequired: false,
    lunch: true,
    audience: ['medical'],
    slots: [slot('2025-10-12', '09:00', '10:00', 'Prelims'), slot('2025-10-12', '14:00', '17:30', 'Finals')],
  },
]
