import { expect, test } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import { makePng } from '../../tests/support/files'
import { fillRegistration, keyHeader } from '../../tests/support/filled-forms'

const KiB = 1024
const MiB = 1024 * KiB
const campus = '198.51.100.7'

startFestival({ env: { TRUST_PROXY: '1' } })

const upload = (bytes: number, network = campus) => {
  const form = new FormData()
  form.append('upload_preset', 'payment')
  form.append('file', new Blob([new Uint8Array(makePng({ bytes }))]), 'proof.png')
  return festival.request('/image/upload', {
    method: 'POST',
    body: form,
    headers: { 'X-Forwarded-For': network },
  })
}

const register = async (url: string, headers: object = {}) => {
  const body = await fillRegistration(festival, { payment_screenshot_url: url })
  return festival.post('/api/event-registrations', body, { 'X-Forwarded-For': campus, ...headers })
}

const readAttached = async () =>
  (await festival.rateLimits.attachedBytes.get(campus))?.consumedPoints

test('counts attached bytes once, for the first network that sends the form (6.23)', async () => {
  const { secure_url: url } = await (await upload(MiB)).json()
  expect(await readAttached()).toBeUndefined()
  const key = keyHeader()
  expect((await register(url, key)).status).toBe(201)
  expect(await readAttached()).toBe(MiB)
  festival.passSeconds(1)
  expect((await register(url, key)).status).toBe(201)
  expect((await register(url)).status).toBe(201)
  expect(await readAttached()).toBe(MiB)
})

test('accepts only small files from a network with more than 2 GiB of attached files (6.23)', async () => {
  const attach = (bytes: number) => festival.rateLimits.attachedBytes.penalty(campus, bytes)
  await attach(500 * 4 * MiB)
  expect((await upload(4 * MiB)).status).toBe(200)
  await attach(48 * MiB)
  for (const bytes of [300 * KiB + 1, 4 * MiB]) {
    const refused = await upload(bytes)
    expect(refused.status).toBe(413)
    const { code, detail } = await refused.json()
    expect(code).toBe('small-files-only')
    expect(detail).toContain('at most 300 KiB')
  }
  const small = await upload(300 * KiB)
  expect(small.status).toBe(200)
  expect((await register((await small.json()).secure_url)).status).toBe(201)
  expect((await upload(4 * MiB, '198.51.100.8')).status).toBe(200)
})
