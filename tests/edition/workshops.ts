import type { WorkshopDetails } from '../../festival/content/content'
import { subjects } from './catalogue'

export const workshopDetails: Readonly<Record<string, WorkshopDetails>> = Object.fromEntries(
  subjects
    .filter(({ kind }) => kind === 'workshop')
    .map(({ key, title, audience }) => [
      key,
      {
        description: [`What ${title} teaches.`],
        topics:
          key === 'CodeWild'
            ? ['Splints', 'A simulated snakebite']
            : ['The first skill', 'The second skill'],
        incharges: ['First incharge', 'Second incharge'],
        prerequisites: [
          `For ${audience.join(' and ')} students.`,
          'A delegate pass of either tier.',
        ],
      },
    ]),
)
