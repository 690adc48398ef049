import { expect, test } from 'vitest'
import { askForSecret } from '../../tests/support/corrections'
import { readEntry, readOnly, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { makePng } from '../../tests/support/files'
import { readNewestEmail } from '../../tests/support/organisers'
import { createTestApp } from '../../tests/support/test-app'

startSignedDesk({ ORGANISERS_EMAIL: 'organisers@cerebra.test' })

const pathOf = (url: string | undefined) => new URL(url ?? '').pathname
const readOnlyEntry = async () => readEntry(ravi, (await readOnly(ravi)).id)
const readFile = (secret: string, field: string) =>
  festival.post('/api/my-submission/file', { secret, field })

test('redirects the address of an attached file to its entry at the desk (6.34)', async () => {
  const url = await festival.upload('payment')
  expect((await festival.request(pathOf(url))).status).toBe(200)
  await submit(festival, 'registration', { payment_screenshot_url: url })
  const { id } = await readOnly(ravi)
  for (const headers of [{}, { Cookie: ravi.cookie }]) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await festival.request(pathOf(url), { method, headers })
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/desk/entries/${id}`])
      expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
      expect(await answer.text()).toBe('')
    }
  }
  expect(await readNewestEmail(festival, 'asha@college.test')).toContain(`Screenshot: ${url}`)
})

test('the desk uses its own file ids, not those of the uploads, and logs who viewed a file (6.34, 14.18)', async () => {
  await submit(festival)
  const [upload] = await festival.db
    .selectFrom('upload')
    .select(['public_id', 'format', 'bytes'])
    .where('referenced_at', 'is not', null)
    .execute()
  const entry = await readOnlyEntry()
  const [proof] = entry.proofs
  expect(JSON.stringify(entry)).not.toContain(upload?.public_id)
  expect((await festival.request(`/files/${proof?.id}.${upload?.format}`)).status).toBe(404)
  const answer = await ravi.get(proof?.address ?? '')
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, upload?.bytes])
  const views = await festival.db
    .selectFrom('audit_line')
    .select(['actor', 'detail'])
    .where('action', '=', 'proof-viewed')
    .execute()
  expect(views).toEqual([
    { actor: 'ravi@college.test', detail: JSON.stringify({ proof: proof?.id }) },
  ])
  expect((await festival.request(proof?.address ?? '')).status).toBe(401)
})

test('a private link opens only files of its own entry (14.55)', async () => {
  const picture = makePng({ shade: 77 })
  const url = await festival.upload('payment', picture)
  const { registration_id: own = '' } = await submit(festival, 'registration', {
    payment_screenshot_url: url,
  })
  const secret = await askForSecret(festival, own)
  const shown = await (await festival.post('/api/my-submission/open', { secret })).json()
  expect(shown.files).toEqual([
    { field: 'payment_screenshot_url', label: 'Payment screenshot', isPicture: true },
  ])
  const answer = await readFile(secret, 'payment_screenshot_url')
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
  expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true)
  expect((await readFile(secret, 'id_proof_url')).status).toBe(404)
  expect((await readFile('made-up', 'payment_screenshot_url')).status).toBe(401)

  // Naming another participant's file in one's own form gives no access to the file.
  const email = 'eve@college.test'
  festival.passSeconds(0.001)
  const thief = await submit(festival, 'registration', { payment_screenshot_url: url, email })
  const stolen = await askForSecret(festival, thief.registration_id ?? '', email)
  expect(
    (await (await festival.post('/api/my-submission/open', { secret: stolen })).json()).files,
  ).toEqual([])
  expect((await readFile(stolen, 'payment_screenshot_url')).status).toBe(404)
})

test('serves an attached file at its upload address if there is no desk (6.34)', async () => {
  const alone = await createTestApp()
  const url = await alone.upload('payment')
  await submit(alone, 'registration', { payment_screenshot_url: url })
  const answer = await alone.request(pathOf(url))
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  await alone.close()
})
