/** Whole numbers. Rupees and paise do not mix, but a plain number is valid as both. */
export type Rupees = number & { readonly unit?: 'rupees' }
export type Paise = number & { readonly unit?: 'paise' }

export const toPaise = (rupees: Rupees): Paise => rupees * 100
export const toRupees = (paise: Paise): Rupees => paise / 100
