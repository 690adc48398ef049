import type { Edition } from '../../festival/content'
import { about } from './about'
import { accommodation } from './accommodation'
import { subjects } from './catalogue'
import { colours } from './colours'
import { delegatePassNotes, tiers, tiersCaption } from './delegate-pass'
import { eventDetails } from './events'
import { categories, sections } from './groups'
import { identity, lunch, sisterEvent } from './identity'
import { contactSections, generalQueries } from './people'
import { legends } from './plates/legends'
import { audiences, programme } from './programme'
import { audienceQuestion, audienceWords, registrantCategories, yearSuggestions } from './registrants'
import { shop } from './shop'
import { teamRules } from './team-rules'
import { workshopDetails } from './workshops'

/** All content at once, for what is given an edition. */
export const secondEdition: Edition = {
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
  registrantCategories,
  yearSuggestions,
  audiences: audiences.map((one) => ({ ...one, askedBy: audienceWords[one.value] ?? one.value })),
  audienceQuestion,
  lunch,
  accommodation,
  programme,
  contactSections,
  generalQueries,
  shop,
  sisterEvent,
  about,
  colours,
  legends,
}
