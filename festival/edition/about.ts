import type { AboutContent } from '#festival/content/content'
import { identity } from './identity'

export const about: AboutContent = {
  headings: {
    conference: 'The conference',
    institution: 'The institution',
    association: 'The student association',
    acknowledgements: 'Acknowledgements',
  },
  conference: [
    `${identity.title} is a festival of medicine by students, for students: five days of quizzes, presentations, workshops and one long panel discussion. It is the third of its kind, and its theme is connecting knowledge and sparking innovation.`,
    'It is open to medical, dental and paramedical students, to interns (CRRIs and CRMIs), to faculty, and to visitors from outside.',
  ],
  institution: [
    `${identity.college} is our host and opens its doors to every guest of the festival. A longer portrait of the college is to be announced.`,
  ],
  association: [
    `${identity.association} plans and runs the festival. Everyone you meet at a desk or a door was where you are now, only a year or two ago.`,
  ],
  acknowledgements: [
    'We thank the management and the faculty of our college for their trust, the speakers and judges for their time, and every volunteer for the work that nobody sees.',
    'Above all we thank you for coming.',
  ],
}
