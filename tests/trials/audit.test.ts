import { afterEach, expect, it } from 'vitest'
import { fillRegistration, keyHeader } from '../support/filled-forms'
import { createTestApp, type TestApp } from '../support/test-app'
import { auditFestival } from './audit'
import type { Delivery } from './check-copies'

let festival: TestApp | undefined
afterEach(() => festival?.close())

/** A festival with one registration, and what the audit says when its e-mail arrived like this. */
const auditOne = async (copiesOf: (id: string) => Delivery[]) => {
  festival = await createTestApp()
  const { db, files } = festival
  const answer = await festival.post('/api/event-registrations', await fillRegistration(festival), keyHeader())
  expect(answer.status).toBe(201)
  const { id } = await db.selectFrom('message').select('id').executeTakeFirstOrThrow()
  return auditFestival(db, { readStored: (name) => files.store.read(name), deliveries: copiesOf(id), cuts: [] }, [])
}

const arrived = (id: string, at = 0): Delivery => ({ id, recipients: ['asha@college.test'], at, isAnswered: true })

it('is content with one copy of each e-mail', async () => {
  const audit = await auditOne((id) => [arrived(id)])
  expect(audit).toMatchObject({ saved: 1, delivered: 1, again: 0, lost: 0, doubled: 0, complaints: [] })
})

it('fails a trial whose registrant got the e-mail twice', async () => {
  const audit = await auditOne((id) => [arrived(id), arrived(id, 5_000)])
  expect(audit.doubled).toBe(1)
  expect(audit.complaints.join()).toMatch(/was delivered 2 times, 1 of them for nothing/)
})

it('fails a trial whose e-mail never arrived', async () => {
  const audit = await auditOne(() => [])
  expect(audit).toMatchObject({ delivered: 0, lost: 1 })
})
