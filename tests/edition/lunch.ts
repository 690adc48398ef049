import type { LunchContent } from '../../festival/content'

export const lunch: LunchContent = { included: 'Soup is included', excluded: 'Bring a sandwich.' }
