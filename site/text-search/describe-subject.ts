import type { Availability } from '../../festival/availability'
import type { Edition, EventDetails, WorkshopDetails } from '../../festival/content'
import type { Subject } from '../../festival/subject'

/** The long texts of an event or workshop, whichever it is. */
export const detailsOf = (
  { eventDetails, workshopDetails }: Pick<Edition, 'eventDetails' | 'workshopDetails'>,
  { key }: Subject,
): Partial<EventDetails & WorkshopDetails> => ({ ...eventDetails[key], ...workshopDetails[key] })

/** The name by which it goes: "Vistura", "Smart AI". */
export const nameOf = ({ nickname, title }: Subject): string => nickname ?? title

/** What a visitor can do about it, as a sentence without a full stop. */
export const tellAvailability = ({ fee }: Subject, availability: Availability): string => {
  const pass = fee.per === 'pass' && fee.tier ? `${fee.tier} Delegate Pass` : 'delegate pass'
  return {
    open: 'Registration is open',
    closed: 'Registration is closed',
    soon: 'Registration opens soon',
    begun: 'It has begun, and nobody can register any more',
    over: 'It is over, and nobody can register any more',
    'with-pass': `There is nothing to register for: the ${pass} opens it`,
  }[availability]
}

/** The sentences of its long texts. */
export const textsOf = (edition: Pick<Edition, 'eventDetails' | 'workshopDetails'>, subject: Subject): string[] => {
  const { incharges, deadlines, duration, description = [], ...texts } = detailsOf(edition, subject)
  return [...Object.values(texts).flat(), ...description]
}
