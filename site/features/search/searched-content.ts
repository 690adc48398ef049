import { subjects } from '#edition/catalogue'
import { eventDetails } from '#edition/events'
import { categories, sections } from '#edition/groups'
import { identity } from '#edition/identity'
import { lunch } from '#edition/lunch'
import { contactSections } from '#edition/people'
import { programme } from '#edition/programme'
import { shop } from '#edition/shop'
import { workshopDetails } from '#edition/workshops'

/** What of this edition can be searched: not the whole, so that opening the search fetches no more than it needs. */
export const searchedContent = {
  subjects,
  eventDetails,
  workshopDetails,
  sections,
  categories,
  programme,
  contactSections,
  shop,
  lunch,
  identity,
}

export type SearchedContent = typeof searchedContent
