import { cashNote } from '../../reviews/claims'

/** What stands in a walk-in's record where others have the address of a picture. */
export const walkInNotes = { cash: cashNote, upi: 'Paid by UPI at the desk' } as const
