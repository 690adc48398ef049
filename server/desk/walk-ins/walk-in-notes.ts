/** What stands in a walk-in's record where others have the address of a picture. */
export const walkInNotes = { cash: 'Paid in cash at the desk', upi: 'Paid by UPI at the desk' } as const
