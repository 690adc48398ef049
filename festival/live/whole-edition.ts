import { about } from '#edition/about'
import { accommodation } from '#edition/accommodation'
import { subjects } from '#edition/catalogue'
import { audienceQuestion, audienceWords } from '#edition/chatbot'
import { colours } from '#edition/colours'
import { delegatePassNotes, tiers, tiersCaption } from '#edition/delegate-pass'
import { eventDetails } from '#edition/events'
import { categories, sections } from '#edition/groups'
import { identity, lunch, sisterEvent } from '#edition/identity'
import { participantCategories, practiceFields, yearSuggestions } from '#edition/participants'
import { contactSections, generalQueries, refunds } from '#edition/people'
import { legends } from '#edition/plates/legends'
import { privacy } from '#edition/privacy'
import { audiences, programme } from '#edition/programme'
import { shop } from '#edition/shop'
import { teamRules } from '#edition/team-rules'
import { workshopDetails } from '#edition/workshops'
import type { Edition } from '../content/content'
import { emptyState, type Festival, withState } from './state'

/**
 * For the server, the build and the chatbot. Other pages import just the files that they show.
 */
export const wholeEdition: Edition = {
  identity,
  sections,
  categories,
  subjects,
  eventDetails,
  workshopDetails,
  teamRules,
  tiers,
  tiersCaption,
  delegatePassNotes,
  participantCategories,
  yearSuggestions,
  practiceFields,
  audiences: audiences.map((audience) => ({
    ...audience,
    askedBy: audienceWords[audience.value] ?? audience.value,
  })),
  audienceQuestion,
  lunch,
  accommodation,
  programme,
  contactSections,
  generalQueries,
  refunds,
  privacy,
  shop,
  sisterEvent,
  about,
  colours,
  legends,
}

export const builtFestival: Festival = withState(wholeEdition, emptyState)
