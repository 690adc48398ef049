/** The calendar day in India as `YYYY-MM-DD` (behaviour 1.1). */
export const dayInIndia = (time: Date): string => new Date(time.getTime() + 330 * 60_000).toISOString().slice(0, 10)
