import type { SisterEvent } from '../../festival/content'

export const sisterEvent: SisterEvent = {
  title: 'Cervical Evenings',
  line: 'Coming soon',
  text: 'A smaller festival, a little higher up.',
}
