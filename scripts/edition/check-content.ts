import * as v from 'valibot'
import { findMissingLetters, listShareTexts } from '../../build/plates/scripts'
import { fitsShareImage } from '../../build/plates/share-image'
import { type Edition, editionSchema } from '../../festival/content/content'
import { formatDate } from '../../festival/content/slot'
import { checkEdition, findPlaceholders } from '../../festival/live/check-edition'
import { findEndOfFestival } from '../../festival/schedule/availability'
import { findLeftovers } from './leftovers'
import { type Locate, ownName, type Problem, stepInto } from './locate'

export interface Verdict {
  problems: string[]
  warnings: string[]
  placeholders: string[]
}

/**
 * Checks only the content's shape if the shape is wrong.
 * @param locate finds the file and line of a path
 * @param now milliseconds since 1970
 */
export const checkContent = (edition: Edition, locate: Locate, now: number): Verdict => {
  const describePlace = (path: readonly string[]) =>
    `${locate(edition, path)}: ${namePlace(edition, path)}`
  const describeProblem = ({ path, words }: Problem) => `${describePlace(path)} ${words}`
  const shapeProblems = checkShape(edition)
  if (shapeProblems.length > 0) {
    return { problems: shapeProblems.map(describeProblem), warnings: [], placeholders: [] }
  }
  const { lastDay, college, city, shortTitle } = edition.identity
  const warnings = listShareTexts(edition).flatMap(({ path, text }) => {
    const letters = findMissingLetters(text).join(' ')
    return letters
      ? [`${describePlace(path.split('.'))} has letters that share images leave out: ${letters}`]
      : []
  })
  for (const { path, title, subtitle } of listShareTitles(edition)) {
    if (!fitsShareImage(title, subtitle)) {
      warnings.push(`${describePlace(path)} is too long for the share image; make it shorter`)
    }
  }
  if (/[^ -~]/.test(shortTitle)) {
    warnings.push(
      `${describePlace(['identity', 'shortTitle'])} must be in Latin letters; the notes of UPI payments leave out all others`,
    )
  }
  if (college.includes(city)) {
    warnings.push(
      `${describePlace(['identity', 'college'])} contains ${city}, so the city is printed twice; leave it out of college`,
    )
  }
  if (now >= findEndOfFestival(edition.identity)) {
    warnings.push(
      `the edition ended on ${formatDate(lastDay)}: a public site no longer accepts registrations and thanks its visitors instead`,
    )
  }
  return {
    problems: [
      ...checkEdition(edition).map(
        ({ path, words }) => `${locate(edition, path.split('.'))}: ${words}`,
      ),
      ...findLeftovers(edition).map(describeProblem),
    ],
    warnings,
    placeholders: findPlaceholders(edition).map(
      ({ path, text }) => `${describePlace(path.split('.'))}: ${text}`,
    ),
  }
}

const listShareTitles = ({ identity, subjects }: Edition) => [
  { path: ['identity', 'title'], title: identity.title, subtitle: identity.line },
  ...subjects.map(({ title, nickname, subtitle }, index) => ({
    path: ['subjects', `${index}`, nickname ? 'nickname' : 'title'],
    title: nickname ?? title,
    subtitle: nickname ? `${title}. ${subtitle}` : subtitle,
  })),
]

/**
 * Returns "Executive Board, Sports Secretary, phone" for `contactSections.2.people.4.phone`. Omits
 * the path's first part, which the file's name already says.
 */
const namePlace = (edition: Edition | object, [part = '', ...steps]: readonly string[]): string => {
  let content = stepInto(edition, part)
  const names: string[] = []
  for (const [index, step] of steps.entries()) {
    const isInList = Array.isArray(content)
    content = stepInto(content, step)
    // A person's office says more than the word "people".
    const isListOfNamedItems =
      Array.isArray(content) && index < steps.length - 1 && ownName(content[0]) !== undefined
    if (isInList) {
      names.push(ownName(content)?.name ?? `no. ${Number(step) + 1}`)
    } else if (!isListOfNamedItems) {
      names.push(step)
    }
  }
  return names.join(', ') || part
}

const kinds: Readonly<Record<string, string>> = {
  Array: 'a list',
  Object: 'an object in braces',
  boolean: 'true or false',
  number: 'a number',
  string: 'a text',
}

const describeIssue = ({ type, expected, received, message }: v.BaseIssue<unknown>): string => {
  if (type === 'strict_object' && expected === 'never') {
    return 'is not a field of an edition'
  }
  if (received === 'undefined') {
    return 'is missing'
  }
  const choices = (expected ?? '').replace(/[()]/g, '').replaceAll(' | ', ' or ')
  return `is ${received}; it must be ${type === 'custom' ? message : (kinds[expected ?? ''] ?? choices)}`
}

const checkShape = (content: unknown): Problem[] =>
  (v.safeParse(editionSchema, content).issues ?? []).map((issue) => ({
    path: (issue.path ?? []).map(({ key }) => String(key)),
    words: describeIssue(issue),
  }))
