import { identity } from '#edition/identity'
import { placeOf } from '../../festival/place'
import type { ProgrammeEntry } from '../../festival/session'
import { dayOf, formatDay, formatHours } from '../../festival/slot'
import { type Fact, fact } from './email-content'

const sessionFact = ({ slot }: ProgrammeEntry): Fact =>
  fact(slot.label ?? 'When', `${formatDay(dayOf(slot.start))}, ${formatHours(slot)}`)

/** What a letter says of the time and the place of these sessions, with whatever leads to more (behaviour 7.40). */
export const whenAndWhere = (sessions: readonly ProgrammeEntry[], ...links: readonly Fact[]) => ({
  title: 'When and where',
  facts: [...sessions.map(sessionFact), fact('Place', placeOf(identity)), ...links],
})
