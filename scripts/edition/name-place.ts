import type { Edition } from '../../festival/content'

const nameFields = ['key', 'title', 'label', 'id', 'name'] as const

const stepInto = (content: unknown, step: string): unknown =>
  typeof content === 'object' && content !== null ? Reflect.get(content, step) : undefined

const ownName = (content: unknown): string | undefined => {
  const names = nameFields.map((field) => stepInto(content, field))
  return names.find((name): name is string => typeof name === 'string')
}

/**
 * A place of an edition in an organiser's words: "Executive Board, Sports Secretary, phone" for
 * `contactSections.2.people.4.phone`. The part of the edition is left out, because the file names it.
 */
export const namePlace = (edition: Edition | object, [part = '', ...steps]: readonly string[]): string => {
  let content = stepInto(edition, part)
  const names: string[] = []
  for (const [index, step] of steps.entries()) {
    const isInList = Array.isArray(content)
    content = stepInto(content, step)
    // Of a list of people the office tells more than the word "people".
    const isOfNamed = Array.isArray(content) && index < steps.length - 1 && ownName(content[0]) !== undefined
    if (isInList) names.push(ownName(content) ?? `no. ${Number(step) + 1}`)
    else if (!isOfNamed) names.push(step)
  }
  return names.join(', ') || part
}
