import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { details as asked, pickAnswers } from '../../festival/forms/details'
import { registrationBody } from '../../tests/support/bodies'
import { readOnly, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { findTraces, forgetPerson } from '../cli/forget-person'

startSignedDesk()

const team = [
  { name: 'Asha Test', phone: '0123456789', year: 'Final year' },
  { name: 'Bala Test', phone: '', year: '3rd year' },
]
const details = {
  members: team,
  email: 'asha@college.test',
  ...pickAnswers(asked.registration, registrationBody),
}
const wrong = 'asha@college.test'
const right = 'asha.right@college.test'

const correct = async (changes: object) => {
  const { id, version } = await readOnly(ravi)
  const body = { id: randomUUID(), version, details: { ...details, ...changes } }
  return ravi.send('POST', `/api/desk/entries/${id}/details`, body)
}
const readRow = () =>
  festival.db.selectFrom('EventRegistration').selectAll().executeTakeFirstOrThrow()

const forget = (person: { email: string } | { phone: string }) => {
  const { db, files, now } = festival
  return forgetPerson({ db, files: files.store, clock: () => now, mailFolder: '/nowhere', person })
}
const expectGone = async (words: string) => {
  for (const table of [
    'review',
    'decision',
    'EventRegistration',
    'message',
    'search_token',
  ] as const) {
    expect(
      JSON.stringify(await festival.db.selectFrom(table).selectAll().execute()),
      table,
    ).not.toContain(words)
  }
}

test('forgets an earlier address of an entry, but keeps the entry (12.15, 14.130)', async () => {
  await submit(festival)
  expect((await correct({ email: right })).status).toBe(200)
  const { id } = await readOnly(ravi)
  for (const email of ['sha@college.test', '%@college.test']) {
    expect(await findTraces(festival.db, { email })).toMatchObject({
      entryIds: [],
      formerEntries: [],
    })
  }
  expect(await findTraces(festival.db, { email: right })).toMatchObject({
    entryIds: [id],
    formerEntries: [],
  })
  expect(await forget({ email: 'Asha@college.test' })).toMatchObject({
    entryIds: [],
    formerEntries: [id],
  })
  await expectGone(wrong)
  expect(await readRow()).toMatchObject({ email: right })
})

test('forgets an address that is stored only in a correction by version 0.1.0 (12.15, 14.130)', async () => {
  await submit(festival)
  await correct({ email: right })
  await festival.db.updateTable('review').set({ earlier_values: '[]' }).execute()
  await festival.db
    .updateTable('decision')
    .set({ replaced: JSON.stringify({ email: wrong }) })
    .execute()
  // The search index is rebuilt before the next search.
  await readOnly(ravi)
  await forget({ email: wrong })
  await expectGone(wrong)
})

test('forgets a member in the entry and in its earlier values (14.30, 14.130)', async () => {
  await submit(festival)
  await correct({ members: [team[0], { ...team[1], phone: '9800000002' }] })
  await correct({ members: [team[0]] })
  await forget({ phone: '9800000002' })
  await expectGone('9800000002')
})

test('forgets a member who is named only in a queued e-mail (14.30)', async () => {
  await submit(festival)
  await correct({ members: [team[0], { ...team[1], phone: '9800000002' }], email: right })
  await correct({ members: [team[0]], email: right })
  expect(await forget({ email: wrong })).toMatchObject({ entryIds: [] })
  await forget({ phone: '9800000002' })
  await expectGone('9800000002')
})
