import { subjects } from '#edition/catalogue'
import type { Subject } from '../festival/subject'

/** Every event and workshop as it is now. */
export const useSubjects = (): readonly Subject[] => subjects
