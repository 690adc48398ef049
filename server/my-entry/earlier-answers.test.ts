import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { details as asked, pickAnswers } from '../../festival/forms/details'
import { registrationBody } from '../../tests/support/bodies'
import { readOnly, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'

startSignedDesk()

test('keeps a value that the form no longer offers when another field is corrected (14.130)', async () => {
  await submit(festival)
  await festival.db.updateTable('EventRegistration').set({ category: 'nursing' }).execute()
  const { id, version } = await readOnly(ravi)
  const members = [{ name: 'Asha Test', phone: '0123456789', year: 'Final year' }]
  const correct = (changes: object) => {
    const details = {
      members,
      email: 'asha@college.test',
      ...pickAnswers(asked.registration, registrationBody),
      ...changes,
    }
    return ravi.send('POST', `/api/desk/entries/${id}/details`, {
      id: randomUUID(),
      version,
      details,
    })
  }
  expect((await correct({ category: 'dental', institution: 'New College' })).status).toBe(422)
  expect((await correct({ category: 'nursing', institution: 'New College' })).status).toBe(200)
})
