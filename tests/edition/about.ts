import type { AboutContent } from '../../festival/content/content'

export const about: AboutContent = {
  conference: ['A festival of medicine by students, for students.'],
  institution: ['The college is the host.'],
  association: ['The association plans and runs the festival.'],
  acknowledgements: ['We thank everyone who came.'],
}
