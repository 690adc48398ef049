import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queueMessage, readMessage } from '../../tests/support/messages'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import type { SubmissionKind } from '../db/schema'

const kinds: SubmissionKind[] = ['registration', 'delegate-pass', 'accommodation']
const folder = new URL('stored-payloads/', import.meta.url)
const versions = readdirSync(folder)

let festival: TestApp
beforeEach(async () => {
  festival = await createTestApp()
})
afterEach(() => festival.close())

test.each(versions.flatMap((version) => kinds.map((kind) => ({ version, kind }))))(
  'a $kind that $version left in the queue is sent by this one',
  async ({ version, kind }) => {
    const payload = readFileSync(new URL(`${version}/${kind}.json`, folder), 'utf8')
    const id = await queueMessage(festival, { kind, payload })
    expect(await festival.outbox.deliver(id)).toBe('sent')
    const { text } = (await festival.mailer.sent[0]?.renderBodies()) ?? { text: '' }
    expect(text).toContain('Asha Test')
    expect(text).not.toContain('undefined')
    // The versions from the second on tell what the payment can be found by.
    expect(text.includes('K7Q4M2')).toBe(version !== 'version-1')
  },
)

test('a payload that this version cannot read waits for one that can, and is an error in the log', async () => {
  const readable = readFileSync(new URL('version-1/registration.json', folder), 'utf8')
  const { registrant_name: _missing, ...rest } = JSON.parse(readable)
  const id = await queueMessage(festival, { payload: JSON.stringify(rest) })
  await festival.outbox.deliver(id)
  expect(await readMessage(festival, id)).toMatchObject({
    state: 'queued',
    last_error: 'The e-mail could not be written from its record',
  })
  const entry = festival.logged
    .map((line) => JSON.parse(line))
    .find(({ message, level }) => message === id && level >= 50)
  expect(entry).toMatchObject({ kind: 'registration', msg: 'a stored confirmation is not readable by this version' })
  await festival.db.updateTable('message').set({ payload: readable }).where('id', '=', id).execute()
  festival.now = new Date(festival.now.getTime() + 60_000)
  await festival.outbox.deliverDue()
  expect((await readMessage(festival, id)).state).toBe('sent')
})
