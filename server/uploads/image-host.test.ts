import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePng } from '../../tests/support/files'
import { countRows, fillRegistration } from '../../tests/support/filled-forms'
import { type ImageHostService, startImageHost } from '../../tests/support/image-host-service'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let host: ImageHostService
let festival: TestApp

beforeEach(async () => {
  host = await startImageHost()
  festival = await createTestApp({
    env: {
      IMAGE_HOST_URL: `${host.url}/v1/festival`,
      IMAGE_HOST_PRESET_PAYMENT: 'pay_unsigned',
      IMAGE_HOST_PRESET_ID_PROOF: 'id_unsigned',
      IMAGE_HOST_PRESET_PARTICIPATION_PROOF: 'part_unsigned',
    },
  })
})
afterEach(async () => {
  await festival.close()
  await host.stop()
})

const upload = (bytes = makePng(), preset = 'payment') => {
  const form = new FormData()
  form.append('upload_preset', preset)
  form.append('file', new Blob([new Uint8Array(bytes)]), '../my bank.png')
  return festival.request('/image/upload', { method: 'POST', body: form })
}

const rows = () => festival.db.selectFrom('upload').selectAll().execute()

test('forwards a checked file with its preset, and returns the address at the image host', async () => {
  const picture = makePng({ bytes: 400_000 })
  const answer = await upload(picture, 'id-proof')
  expect(answer.status).toBe(200)
  const receipt = await answer.json()
  expect(receipt).toMatchObject({
    secure_url: expect.stringMatching(/^https:\/\/images\.test\/v1\/[\w-]+\.png$/),
    public_id: expect.stringMatching(/^[\w-]{32}$/),
    format: 'png',
    bytes: 400_000,
  })
  expect(host.hosted).toEqual([
    {
      path: '/v1/festival/image/upload',
      preset: 'id_unsigned',
      name: 'proof.png',
      type: 'image/png',
      bytes: expect.anything(),
    },
  ])
  expect(host.hosted[0]?.bytes.equals(picture)).toBe(true)
  expect(await rows()).toMatchObject([
    { secure_url: receipt.secure_url, preset: 'id-proof', location: 'image-host' },
  ])
  expect(await festival.files.names()).toEqual([])
})

test('accepts a registration only with a screenshot that we forwarded to the image host', async () => {
  const body = await fillRegistration(festival)
  expect(body.payment_screenshot_url).toMatch(/^https:\/\/images\.test\//)
  expect((await festival.post('/api/event-registrations', body)).status).toBe(201)
  const stranger = { ...body, payment_screenshot_url: 'https://images.test/v1/another.png' }
  expect((await festival.post('/api/event-registrations', stranger)).status).toBe(422)
  expect(await countRows(festival)).toMatchObject({ EventRegistration: 1 })
})

test('forwards only files that pass our own checks', async () => {
  expect((await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(415)
  expect((await upload(makePng(), 'avatar')).status).toBe(400)
  expect((await upload(makePng({ bytes: 4 * 1024 * 1024 + 1 }))).status).toBe(413)
  expect(host.hosted).toEqual([])
})

const ok = (secure_url: unknown) => ({ status: 200, body: JSON.stringify({ secure_url }) })

test.each<[string, ImageHostService['answer'], number, string]>([
  ['does not answer in time', 'hang', 503, 'unavailable'],
  ['answers 500', { status: 500, body: 'oops' }, 503, 'unavailable'],
  ['is busy', { status: 429, body: '{}' }, 503, 'unavailable'],
  [
    'does not know the preset',
    { status: 400, body: '{"error":{"message":"no"}}' },
    502,
    'upload-failed',
  ],
  ['wants a login', { status: 401, body: '{}' }, 502, 'upload-failed'],
  ['answers with a page', { status: 200, body: '<html>' }, 502, 'upload-failed'],
  ['names no address', { status: 200, body: '{}' }, 502, 'upload-failed'],
  ['names an address without TLS', ok('http://images.test/a.png'), 502, 'upload-failed'],
  ['names a script', ok('javascript:alert(1)'), 502, 'upload-failed'],
  ['names an address of two lines', ok('https://images.test/a.png\nBcc: b'), 502, 'upload-failed'],
  [
    'names an endless address',
    ok(`https://images.test/${'a'.repeat(2_000)}`),
    502,
    'upload-failed',
  ],
  [
    'sends us elsewhere',
    { status: 302, body: '', headers: { Location: 'http://127.0.0.1:9/' } },
    503,
    'unavailable',
  ],
])(
  'reports a failed upload and records nothing if the host %s',
  async (_, answer, status, code) => {
    host.answer = answer
    const refused = await upload()
    expect(refused.status).toBe(status)
    expect(await refused.json()).toMatchObject({
      code,
      detail: 'Failed to upload image. Please try again.',
    })
    expect(await rows()).toEqual([])
    host.answer = undefined
    expect((await upload()).status).toBe(200)
  },
)

test('rejects a second file if the host returns the first one’s address', async () => {
  host.answer = ok('https://images.test/v1/same.png')
  expect((await upload()).status).toBe(200)
  const second = await upload(makePng({ shade: 9 }))
  expect([second.status, (await second.json()).code]).toEqual([502, 'upload-failed'])
  expect(await rows()).toHaveLength(1)
  expect(festival.logged.join('')).toContain('The image host returned the same address twice')
})

test('returns 503 if the host is unreachable', async () => {
  await host.stop()
  const answer = await upload()
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
})

test('deletes a hosted file’s row if no form uses it within 24 hours', async () => {
  await upload()
  festival.passSeconds(25 * 3_600)
  await festival.sweep()
  expect(await rows()).toEqual([])
})
