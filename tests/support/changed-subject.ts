import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Subject } from '../../festival/content/subject'
import { subjects } from '../../tests/edition/catalogue'
import { signIn } from './organisers'
import type { TestApp } from './test-app'

/**
 * Changes an event in the edition for the rest of the test. A change at the desk then makes the
 * server create a new event object, because it caches a schema for each object.
 */
export const changeEvent = async (
  festival: TestApp,
  key: string,
  changes: Partial<Subject>,
): Promise<void> => {
  const subject = subjects.find((found) => found.key === key)
  if (!subject) {
    throw new Error(`The edition has no ${key}`)
  }
  const before = { ...subject }
  Object.assign(subject, changes)
  // Test files share their modules, so the test must restore the catalogue.
  onTestFinished(() => {
    for (const name of Object.keys(changes)) {
      Reflect.deleteProperty(subject, name)
    }
    Object.assign(subject, before)
  })
  const admin = await signIn(festival, 'admin')
  const answer = await admin.send('PUT', `/api/desk/festival/subject?event=${key}`, {
    id: randomUUID(),
    changes: [{ field: 'place', seen: null, value: `Hall ${randomUUID().slice(0, 4)}` }],
  })
  if (answer.status !== 200) {
    throw new Error(await answer.text())
  }
}
