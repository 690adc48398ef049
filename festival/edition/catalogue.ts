import type { Subject } from '../content/subject'
import { events } from './catalogue-events'
import { workshops } from './catalogue-workshops'

/** The order gives each plate its number in the atlas. */
export const subjects: readonly Subject[] = [...events, ...workshops]
