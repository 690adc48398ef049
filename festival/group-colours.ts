import type { Colour, Group } from './content'
import type { Subject } from './subject'

/** The colours of sections and of categories, by their ids. */
export type GroupColours = Readonly<Record<Subject['kind'], Readonly<Record<string, Colour>>>>

/** The colours of these sections and categories, in their order. */
export const listGroupColours = (sections: readonly Group[], categories: readonly Group[]): GroupColours => {
  const pick = (groups: readonly Group[]) => Object.fromEntries(groups.map(({ id, colour }) => [id, colour]))
  return { event: pick(sections), workshop: pick(categories) }
}
