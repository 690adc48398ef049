import type { SisterEvent } from '../../festival/content'

/** The event that the popup announces at start. */
export const sisterEvent: SisterEvent = {
  title: 'Stratum Nights',
  line: 'Coming soon',
  text: 'Our sister event is almost ready. The date and the programme will be announced here.',
}
