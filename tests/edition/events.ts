import type { EventDetails } from '../../festival/content/content'
import { subjects } from './catalogue'

/** Deadlines and details about which tests ask the chatbot. */
const answers: Readonly<Record<string, Partial<EventDetails>>> = {
  SeniorQuiz: {
    rules: ['A team has at most three members.', 'You can also register on the spot.'],
  },
  JuniorQuiz: { prerequisites: ['First to third year.'] },
  CasePulse: {
    prerequisites: ['MBBS students and CRRIs.'],
    deadlines: [
      { label: 'Abstract', day: '2025-09-24' },
      { label: 'Presentation file', day: '2025-10-05' },
    ],
  },
  AxonAlley: {
    presentation: ['Digital posters only, at most 4 ft x 3 ft.'],
    deadlines: [{ label: 'E-poster', day: '2025-10-01' }],
  },
  Nexus: { presentation: ['A PowerPoint file of at most 18 slides.'] },
  Cineplexus: {
    theme: 'Walking and limping',
    details: ['Blindfolds are provided.', 'Shoes are not changed.'],
    deadlines: [{ label: 'Film', day: '2025-09-28' }],
  },
}

export const eventDetails: Readonly<Record<string, EventDetails>> = Object.fromEntries(
  subjects
    .filter(({ kind }) => kind === 'event')
    .map(({ key, title, teamSize, audience }) => [
      key,
      {
        description: [`What the ${title} is about.`],
        rules: [`A team has at most ${teamSize} members.`],
        incharges: ['Incharge'],
        prerequisites: [`For ${audience.join(' and ')} students.`],
        ...answers[key],
      },
    ]),
)
