import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { UploadReceipt } from '../../festival/forms/upload'
import { festival, startFestival } from '../../tests/support/festival'
import { makeJpeg, makePdf, makePng, makeWebp } from '../../tests/support/files'

const MiB = 1024 * 1024
startFestival()

type Part = [name: string, value: Buffer | string, fileName?: string]

const makeForm = (...parts: Part[]): FormData => {
  const form = new FormData()
  for (const [name, value, fileName = 'proof.png'] of parts) {
    if (typeof value === 'string') {
      form.append(name, value)
    } else {
      form.append(name, new Blob([new Uint8Array(value)]), fileName)
    }
  }
  return form
}

const send = (...parts: Part[]) =>
  festival.request('/image/upload', { method: 'POST', body: makeForm(...parts) })

const sendFile = (bytes: Buffer, fileName?: string, preset = 'payment') =>
  send(
    ['upload_preset', preset],
    fileName === undefined ? ['file', bytes] : ['file', bytes, fileName],
  )

const readReceipt = async (answer: Response): Promise<UploadReceipt> => {
  expect(answer.status).toBe(200)
  return answer.json()
}

const pathOf = (url: string) => new URL(url).pathname

const filesLeft = () => festival.files.names()
const rowsLeft = () => festival.db.selectFrom('upload').selectAll().execute()

const expectApiError = async (answer: Response, status: number, code: string) => {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({ code })
  expect(await filesLeft()).toEqual([])
  expect(await rowsLeft()).toEqual([])
}

test('stores a screenshot unchanged and serves it at the returned address', async () => {
  const picture = makePng({ bytes: 400_000 })
  const receipt = await readReceipt(await sendFile(picture))
  expect(receipt).toEqual({
    secure_url: `https://cerebra.test/files/${receipt.public_id}.png`,
    public_id: expect.stringMatching(/^[\w-]{32}$/),
    format: 'png',
    bytes: 400_000,
  })
  const sender: unknown = expect.stringMatching(/^[\w-]{43}$/)
  const created_at = '2025-10-01T04:30:00.123Z'
  const sha256 = createHash('sha256').update(picture).digest('hex')
  expect(await rowsLeft()).toEqual([
    {
      ...receipt,
      preset: 'payment',
      created_at,
      referenced_at: null,
      sender,
      location: 'file-store',
      sha256,
    },
  ])
  expect(await filesLeft()).toEqual([`${receipt.public_id}.png`])
  const kept = await festival.files.store.read(`${receipt.public_id}.png`)
  expect(kept && picture.equals(kept)).toBe(true)

  const opened = await festival.request(pathOf(receipt.secure_url))
  expect(opened.status).toBe(200)
  expect(Buffer.from(await opened.arrayBuffer()).equals(picture)).toBe(true)
})

test('accepts a form that sends the file before the preset', async () => {
  await readReceipt(await send(['file', makePng()], ['upload_preset', 'id-proof']))
})

test('detects each of the four types by content, whatever the file name says', async () => {
  const formats = []
  for (const file of [makePng(), makeJpeg(), makeWebp(), makePdf()]) {
    formats.push((await readReceipt(await sendFile(file, 'holiday.exe', 'id-proof'))).format)
  }
  expect(formats).toEqual(['png', 'jpg', 'webp', 'pdf'])
})

test('serves a file with the correct type and safe headers', async () => {
  const { secure_url } = await readReceipt(await sendFile(makeJpeg()))
  const { headers } = await festival.request(pathOf(secure_url), { method: 'HEAD' })
  expect(headers.get('Content-Type')).toBe('image/jpeg')
  expect(headers.get('Content-Disposition')).toBe('inline; filename="proof.jpg"')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';.* sandbox$/)
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  expect(headers.get('X-Robots-Tag')).toBe('noindex')
})

test('serves a PDF as a download', async () => {
  const { secure_url } = await readReceipt(await sendFile(makePdf(), 'id.pdf', 'id-proof'))
  const { headers } = await festival.request(pathOf(secure_url), { method: 'HEAD' })
  expect(headers.get('Content-Type')).toBe('application/pdf')
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="proof.pdf"')
})

test('accepts a file of exactly 4 MiB', async () => {
  const { bytes } = await readReceipt(await sendFile(makePng({ bytes: 4 * MiB })))
  expect(bytes).toBe(4_194_304)
})

test('rejects a file of 4 MiB and one byte', async () => {
  const answer = await sendFile(makePng({ bytes: 4 * MiB + 1 }))
  expect(await answer.clone().json()).toMatchObject({
    detail: 'File is too large! Please upload an image less than 4MB.',
  })
  await expectApiError(answer, 413, 'file-too-large')
})

const payment: Part = ['upload_preset', 'payment']
const file: Part = ['file', makePng()]

test.each<[string, Part[]]>([
  ['no file', [payment]],
  ['no preset', [file]],
  ['an empty file', [payment, ['file', Buffer.alloc(0)]]],
  ['two files', [payment, file, file]],
  ['a second file under another name', [payment, file, ['other', makePng()]]],
  ['a file under another name', [payment, ['image', makePng()]]],
  ['two presets', [payment, ['upload_preset', 'id-proof'], file]],
  ['an unknown preset', [['upload_preset', 'avatar'], file]],
  ['a preset named like a method of objects', [['upload_preset', 'constructor'], file]],
  ['a further field', [payment, ['api_key', '1'], file]],
  ['a text in place of the file', [payment, ['file', 'hello']]],
])('rejects a form with %s', async (_, parts) => {
  await expectApiError(await send(...parts), 400, 'bad-upload')
})

test.each([
  ['JSON', 'application/json', '{}'],
  ['a bare picture', 'image/png', 'x'],
  ['a form without a boundary', 'multipart/form-data', 'x'],
  ['a form that is not one', 'multipart/form-data; boundary=x', 'hello'],
  [
    'a form that breaks off',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; fi',
  ],
  ['an empty body', 'multipart/form-data; boundary=x', ''],
])('rejects %s as an upload', async (_, type, body) => {
  const answer = await festival.request('/image/upload', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
  })
  await expectApiError(answer, 400, 'bad-upload')
})

test.each<[string, Buffer, string]>([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'proof.svg'],
  ['HTML named .png', Buffer.from('<!doctype html><script>alert(1)</script>'), 'proof.png'],
  ['a truncated JPEG', makeJpeg().subarray(0, -40), 'proof.jpg'],
  ['a PNG of 30,000 x 30,000 pixels', makePng({ width: 30_000, height: 30_000 }), 'proof.png'],
])('rejects %s as an unsupported file', async (_, bytes, name) => {
  const answer = await sendFile(bytes, name)
  expect(await answer.clone().json()).toMatchObject({
    detail:
      'We can’t read this type of file. Please choose a JPEG, PNG or WebP picture. PDF files are accepted only for room requests.',
  })
  await expectApiError(answer, 415, 'unsupported-file')
})

test('explains that it cannot read HEIC when it refuses an iPhone photo (15.97)', async () => {
  const photo = Buffer.concat([
    Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(200),
  ])
  const answer = await sendFile(photo, 'IMG_0001.jpg')
  expect(await answer.clone().json()).toMatchObject({
    detail:
      'This is a HEIC photo, which we cannot read. Take a screenshot of it and choose that, or save the photo as JPEG.',
  })
  await expectApiError(answer, 415, 'unsupported-file')
})

test('mentions PDFs when it refuses a proof of identity', async () => {
  const answer = await sendFile(Buffer.from('hello'), 'id.txt', 'id-proof')
  expect(await answer.clone().json()).toMatchObject({
    detail:
      'We can’t read this file: it may be damaged or of an unsupported type. Please choose a JPEG, PNG or WebP picture, or save the PDF again.',
  })
  await expectApiError(answer, 415, 'unsupported-file')
})

test('ignores the file name of an upload', async () => {
  for (const name of [
    '../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/passwd',
    'a\u0000.html',
    '.htaccess',
    'x'.repeat(3_000),
  ]) {
    const { secure_url, public_id } = await readReceipt(await sendFile(makePng(), name))
    expect(secure_url).toBe(`https://cerebra.test/files/${public_id}.png`)
  }
  expect(await filesLeft()).toHaveLength(6)
})

test('returns 503 if an upload cannot be recorded', async () => {
  await festival.db.schema.dropTable('upload').execute()
  const answer = await sendFile(makePng())
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'unavailable' })
})

test('refuses other methods and lists the allowed ones', async () => {
  const { secure_url } = await readReceipt(await sendFile(makePng()))
  const asked = await festival.request('/image/upload')
  expect([asked.status, asked.headers.get('Allow')]).toEqual([405, 'POST'])
  const removed = await festival.request(pathOf(secure_url), { method: 'DELETE' })
  expect([removed.status, removed.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  const head = await festival.request(pathOf(secure_url), { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('gives two identical pictures different addresses', async () => {
  const [first, second] = await Promise.all([sendFile(makePng()), sendFile(makePng())])
  expect((await readReceipt(first)).secure_url).not.toBe((await readReceipt(second)).secure_url)
})
