import type { Subject } from '../content/subject'
import { events } from './catalogue-events'
import { workshops } from './catalogue-workshops'

/** Every event and workshop of this edition, in the atlas's order: the order gives each plate its number. */
export const subjects: readonly Subject[] = [...events, ...workshops]
