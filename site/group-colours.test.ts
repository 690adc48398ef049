import { expect, test } from 'vitest'
import { categories, sections } from '#edition/groups'
import { subjectsOf } from '../festival/catalogue'
import { colourOf } from './built'

test('a group lends its colour to what it lists', () => {
  for (const { id, colour } of [...sections, ...categories])
    expect(new Set(subjectsOf(id).map(colourOf))).toEqual(new Set([colour]))
})

test('a subject whose group the edition does not have is yellow, as nerves are', () => {
  expect(colourOf({ kind: 'event', group: 'no-such-section' })).toBe('nerve')
})
