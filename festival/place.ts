import type { Identity } from './content'

/** Where the festival is, in one line: "Medical College, City". */
export const placeOf = ({ college, city }: Pick<Identity, 'college' | 'city'>): string => `${college}, ${city}`
