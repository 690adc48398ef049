import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtFestival } from '../../festival/live/whole-edition'
import { festival, startFestival } from '../../tests/support/festival'
import { queueMessage, readMessage } from '../../tests/support/messages'
import { createConfirmations } from '../app/confirmations'
import type { MessageKind } from '../db/schema'

const folder = new URL('stored-payloads/', import.meta.url)
/**
 * Payloads as each version stored them. A version that adds or changes a kind has its own folder.
 */
const storedPayloads = readdirSync(folder)
  .sort()
  .flatMap((version) =>
    readdirSync(new URL(`${version}/`, folder)).map((file) => ({
      version,
      kind: file.replace('.json', ''),
    })),
  )

const confirmations = createConfirmations({
  festival: () => builtFestival,
  address: 'https://cerebra.test',
  clock: () => new Date(),
})
const isKind = (text: string): text is MessageKind => text in confirmations

const expectedWords: Record<MessageKind, string[]> = {
  registration: ['Asha Test'],
  'delegate-pass': ['Asha Test'],
  accommodation: ['Asha Test'],
  'desk-link': ['https://cerebra.test/desk/sign-in#Zm9y', '15 minutes'],
  'desk-signed-in': ['Firefox on Android', '1 October 2025, 10:00 AM', 'https://cerebra.test/desk'],
  'organiser-added': ['mira@college.test, head', 'Peristalympics', 'https://cerebra.test/desk'],
  decision: [
    'Asha Test',
    'We cannot read the screenshot',
    '₹150',
    'https://cerebra.test/my-submission#Zm9y',
    '14 days',
  ],
  refund: ['Asha Test', '₹600', 'UPI', 'your registration for Senior Quiz'],
  'private-link': ['Asha Test', 'https://cerebra.test/my-submission#Zm9y', '7 days'],
  announcement: ['Asha Test', 'an hour later', 'https://cerebra.test/venue'],
}

startFestival()

test('there is a stored payload of every kind of e-mail', () => {
  expect(new Set(storedPayloads.map(({ kind }) => kind))).toEqual(
    new Set(Object.keys(confirmations)),
  )
})

test.each(storedPayloads)(
  'sends a $kind e-mail that $version left in the queue',
  async ({ version, kind }) => {
    if (!isKind(kind)) {
      throw new Error(`${kind} is no kind of e-mail`)
    }
    const payload = readFileSync(new URL(`${version}/${kind}.json`, folder), 'utf8')
    const id = await queueMessage(festival, { kind, payload })
    expect(await festival.outbox.deliver(id)).toBe('sent')
    const { text } = (await festival.mailer.sent[0]?.renderBodies()) ?? { text: '' }
    for (const words of expectedWords[kind]) {
      expect(text).toContain(words)
    }
    expect(text).not.toContain('undefined')
    // Payment references were introduced in version 2.
    expect(text.includes('K7Q4M2')).toBe(version === 'version-2')
  },
)

test('keeps an unreadable payload for a later version, and logs an error', async () => {
  const readable = readFileSync(new URL('version-1/registration.json', folder), 'utf8')
  const { registrant_name: _missing, ...rest } = JSON.parse(readable)
  const id = await queueMessage(festival, { payload: JSON.stringify(rest) })
  await festival.outbox.deliver(id)
  expect(await readMessage(festival, id)).toMatchObject({
    state: 'queued',
    last_error: 'The e-mail could not be generated from its stored data',
  })
  const entry = festival.logged
    .map((line) => JSON.parse(line))
    .find(({ message, level }) => message === id && level >= 50)
  expect(entry).toMatchObject({
    kind: 'registration',
    msg: 'a stored e-mail cannot be read by this version',
  })
  await festival.db.updateTable('message').set({ payload: readable }).where('id', '=', id).execute()
  festival.passSeconds(60)
  await festival.outbox.deliverDue()
  expect((await readMessage(festival, id)).state).toBe('sent')
})
