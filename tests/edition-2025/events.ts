import type { Deadline, EventDetails } from '../../festival/content'
import { events } from './catalogue-events'

/** What is due before the festival begins. */
const deadlines: Readonly<Record<string, readonly Deadline[]>> = {
  CasePulse: [
    { label: 'Abstract', day: '2025-09-24' },
    { label: 'Presentation file', day: '2025-10-05' },
  ],
  AxonAlley: [{ label: 'E-poster', day: '2025-10-01' }],
  Cineplexus: [{ label: 'Film', day: '2025-09-28' }],
}

/** The long texts of the nine events, as short as they can be: only their own edition's tests read them. */
export const eventDetails: Readonly<Record<string, EventDetails>> = Object.fromEntries(
  events.map(({ key, title, teamSize, audience }) => [
    key,
    {
      description: [`What the ${title} is about.`],
      rules: [`A team has at most ${teamSize} members.`],
      incharges: ['Incharge'],
      prerequisites: [`For ${audience.join(' and ')} students.`],
      ...(deadlines[key] ? { deadlines: deadlines[key] } : {}),
    },
  ]),
)
