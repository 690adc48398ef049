/**
 * Whether an amount that was read from a picture is what is due, in rupees. A rupee sign is often read as a digit (₹600 as
 * 3600), so the amount may also stand behind one digit (behaviour 14.51).
 */
export const agreesWithDue = (read: number, due: number): boolean =>
  read === due || (read > 9 && String(read).slice(1) === String(due))
