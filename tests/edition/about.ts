import type { AboutContent } from '../../festival/content/content'

export const about: AboutContent = {
  headings: {
    conference: 'The conference',
    institution: 'The institution',
    association: 'The student association',
    acknowledgements: 'Acknowledgements',
  },
  conference: ['A festival of medicine by students, for students.'],
  institution: ['The college is the host.'],
  association: ['The association plans and runs the festival.'],
  acknowledgements: ['We thank everyone who came.'],
}
