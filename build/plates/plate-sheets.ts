import { subjects } from '#edition/catalogue'
import { categories, sections } from '#edition/groups'

const keysOf = (group: string) => subjects.filter((subject) => subject.group === group).map((subject) => subject.key)
const firstOf = (group: { id: string }) => keysOf(group.id).slice(0, 1)

/** The plates that a page shows together, by the name of their sheet: one request instead of one for each. */
export const plateSheets: Readonly<Record<string, readonly string[]>> = {
  'sheet-home': ['home', ...subjects.filter((subject) => subject.status === 'open').map((subject) => subject.key)],
  'sheet-events': sections.flatMap(firstOf),
  'sheet-workshops': categories.flatMap(firstOf),
  ...Object.fromEntries([...sections, ...categories].map(({ id }) => [`sheet-${id}`, keysOf(id)])),
}
