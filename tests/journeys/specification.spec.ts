import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { heldElsewhere, statements } from './statements'

/** The texts of all journeys by file name. */
const readJourneys = () =>
  new Map(
    readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => [name, readFileSync(join(import.meta.dirname, name), 'utf8')]),
  )

test('every statement of the specification on screens and messages has a step that checks it', () => {
  const journeys = readJourneys()
  const all = [...journeys.values()].join('\n')
  const named = new Map(Object.entries(heldElsewhere))
  const unchecked = Object.keys(statements).filter((id) => {
    const [file = '', title = ''] = named.get(id) ?? []
    return !all.includes(`holds('${id}'`) && !(title && journeys.get(file)?.includes(`test('${title}'`))
  })
  const count = Object.keys(statements).length
  console.log(`statements ${count}, checked ${count - unchecked.length}`)
  expect(unchecked).toEqual([])
})
