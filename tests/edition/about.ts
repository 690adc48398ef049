import type { AboutContent } from '../../festival/content'

export const about: AboutContent = {
  conference: ['Lumbar Days is held every third spring.'],
  institution: ['The School of Testing exists only in tests.'],
  association: ['So does its union.'],
  acknowledgements: ['Thanks to every fixture.'],
}
