import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'

/** What each event, workshop and tier is called, by the key that a submission holds. */
export const eventNames: ReadonlyMap<string, string> = new Map([
  ...subjects.map(({ key, title }) => [key, title] as const),
  ...tiers.map(({ value, name }) => [value, name] as const),
])
