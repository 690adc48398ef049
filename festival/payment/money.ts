/**
 * Money as forms and the edition have it, and as banks and sums do, in whole numbers. Neither passes for the other; a plain
 * number, such as a sum, is either.
 */
export type Rupees = number & { readonly unit?: 'rupees' }
export type Paise = number & { readonly unit?: 'paise' }

export const toPaise = (rupees: Rupees): Paise => rupees * 100
export const toRupees = (paise: Paise): Rupees => paise / 100
