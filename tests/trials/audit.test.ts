import { expect, it } from 'vitest'
import { fillRegistration, keyHeader } from '../support/filled-forms'
import { createTestApp } from '../support/test-app'
import { auditFestival } from './audit'

it('is content with one copy of each e-mail, and sees one that came twice and one that never came', async () => {
  const festival = await createTestApp()
  const { db, files } = festival
  const answer = await festival.post('/api/event-registrations', await fillRegistration(festival), keyHeader())
  expect(answer.status).toBe(201)
  const { id } = await db.selectFrom('message').select('id').executeTakeFirstOrThrow()
  const auditCopies = (times: readonly number[]) => {
    const deliveries = times.map((at) => ({ id, recipients: ['asha@college.test'], at, isAnswered: true }))
    return auditFestival(db, { readStored: (name) => files.store.read(name), deliveries, cuts: [] }, [])
  }
  expect(await auditCopies([0])).toMatchObject({ saved: 1, delivered: 1, lost: 0, doubled: 0, complaints: [] })
  expect(await auditCopies([0, 5_000])).toMatchObject({
    doubled: 1,
    complaints: [expect.stringMatching(/was delivered 2 times, 1 of them for nothing/)],
  })
  expect(await auditCopies([])).toMatchObject({ delivered: 0, lost: 1 })
  await festival.close()
})
