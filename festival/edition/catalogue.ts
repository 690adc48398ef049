import type { Subject } from '#festival/content/subject'
import { events } from './catalogue-events'
import { workshops } from './catalogue-workshops'

/** The order determines the number of each plate in the atlas. */
export const subjects: readonly Subject[] = [...events, ...workshops]
