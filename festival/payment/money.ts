/** A whole number. Rupees and paise cannot be mixed up, but a plain number is accepted as both. */
export type Rupees = number & { readonly unit?: 'rupees' }
export type Paise = number & { readonly unit?: 'paise' }

export const toPaise = (rupees: Rupees): Paise => rupees * 100
export const toRupees = (paise: Paise): Rupees => paise / 100
