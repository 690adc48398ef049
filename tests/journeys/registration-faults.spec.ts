import type { Page } from '@playwright/test'
import { storedFileMessages } from '../../festival/text/messages'
import { makeJpeg, makePng } from '../support/files'
import { choosePng, fillForm, findForm } from '../support/form'
import { enter, expect, expectAccessible, test } from '../support/journey'
import { readMessageStates, readRegistrations, readStoredFile } from '../support/saved'
import { holds } from '../support/step'

test('a retry repeats an interrupted upload, but not a completed one', async ({
  page,
  festival,
}) => {
  const email = 'cut-line@students.test'
  let uploads = 0
  let isCut = true
  await page.route('**/image/upload', (route) => {
    uploads += 1
    return isCut ? route.abort('connectionreset') : route.continue()
  })
  await enter(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  await fillForm(page, email)
  await form.submit.click()
  await holds('said.upload-failed', async () => {
    await expect(page.getByText('Failed to upload screenshot. Please try again.')).toBeVisible()
    expect(readRegistrations(festival, email)).toEqual([])
  })

  isCut = false
  await page.getByRole('button', { name: 'Upload again' }).click()
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  expect(uploads).toBe(2)

  await page.route('**/api/event-registrations', (route) => route.abort('connectionreset'), {
    times: 1,
  })
  await form.submit.click()
  await holds('said.save-failed', () =>
    expect(page.getByText('Failed to save registration. Please try again.')).toBeVisible(),
  )
  await expectAccessible(page, 'after a failure')
  await form.submit.click()
  await expect(page.getByText(/^EVT-\d{6}$/)).toBeVisible()
  expect(uploads).toBe(2)
  expect(readRegistrations(festival, email)).toHaveLength(1)
})

test('a lost response creates no second registration', async ({ page, festival }) => {
  const email = 'lost-answer@students.test'
  await enter(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  await fillForm(page, email)
  await page.route(
    '**/api/event-registrations',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await form.submit.click()
  await expect(page.getByText('Failed to save registration. Please try again.')).toBeVisible()
  expect(readRegistrations(festival, email)).toHaveLength(1)
  // The response with the id was lost, so the form shows only what the device knows.
  await enter(page, '/register?event=SeniorQuiz')
  await expect(page.getByText('Your registration was sent, but no answer came back.')).toBeVisible()
  await form.submit.click()
  const id = await page.getByText(/^EVT-\d{6}$/).textContent()
  expect(readRegistrations(festival, email)).toMatchObject([{ registration_id: id }])
  expect(readMessageStates(festival, email)).toEqual(['sent'])
})

test('a double tap on submit registers only once, even while the picture is being read', async ({
  page,
  festival,
}) => {
  const email = 'double-tap@students.test'
  await page.addInitScript(() => {
    const { decode } = HTMLImageElement.prototype
    HTMLImageElement.prototype.decode = function (this: HTMLImageElement) {
      return new Promise((done) => setTimeout(done, 2_000)).then(() => decode.call(this))
    }
  })
  await enter(page, '/register?event=SeniorQuiz')
  await fillForm(page, email)
  await findForm(page).submit.dblclick()
  await expect(page.getByText(/^EVT-\d{6}$/)).toBeVisible()
  expect(readRegistrations(festival, email)).toHaveLength(1)
})

test('a file that is too large or not a picture is refused with an error next to its field', async ({
  page,
}) => {
  await enter(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  const tooLarge = 'File is too large! Please upload an image less than 4MB.'
  const big = Buffer.concat([makePng({ width: 300, height: 600 }), Buffer.alloc(4 * 1024 * 1024)])
  await holds('said.screenshot-large', async () => {
    await choosePng(form.screenshot, 'big.png', big)
    await expect(page.getByText(tooLarge).first()).toBeVisible()
  })
  await page.getByRole('button', { name: 'Make it smaller' }).click()
  await expect(page.getByText('big.jpg').first()).toBeVisible()
  await expect(page.getByText(tooLarge)).toHaveCount(0)
  await expect(form.screenshot).toBeFocused()

  const pdf = {
    name: 'big.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(4 * 1024 * 1024 + 1),
  }
  await form.screenshot.setInputFiles(pdf)
  await expect(page.getByText('A PDF cannot be made smaller here.')).toBeVisible()

  await choosePng(form.screenshot, 'page.png', Buffer.from('<!doctype html><p>not a picture</p>'))
  await expect(page.getByText('We can’t read this file as a picture.').first()).toBeVisible()

  await form.screenshot.setInputFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: makeJpeg(),
  })
  await expect(page.getByText('photo.jpg').first()).toBeVisible()
  await expect(page.getByText(tooLarge)).toHaveCount(0)
})

test('a large photo is shrunk on the device if the server accepts only small files (6.23)', async ({
  page,
  festival,
}) => {
  const email = 'small-files@students.test'
  await page.route(
    '**/image/upload',
    (route) => {
      const detail = storedFileMessages.smallOnly
      const problem = {
        type: 'about:blank',
        title: '',
        status: 413,
        code: 'small-files-only',
        detail,
      }
      return route.fulfill({
        status: 413,
        contentType: 'application/problem+json',
        body: JSON.stringify(problem),
      })
    },
    { times: 1 },
  )
  await enter(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  const buffer = await makePhoto(page)
  expect(buffer.length).toBeGreaterThan(10 * 1024 * 1024)
  await fillForm(page, email)
  await form.screenshot.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  const shrink = page.getByRole('button', { name: 'Make it smaller' })
  const remove = page.getByRole('button', { name: 'Remove photo.jpg' })
  await shrink.click()
  await expect(remove).toBeVisible()
  await form.submit.click()
  await expect(page.getByText('at most 300 KiB').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload again' })).toBeHidden()
  await shrink.click()
  await expect(page.getByText('at most 300 KiB')).toHaveCount(0)
  await form.submit.click()
  await expect(page.getByText(/^EVT-\d{6}$/)).toBeVisible()
  const [row] = readRegistrations(festival, email)
  const stored = readStoredFile(festival, String(row?.payment_screenshot_url))
  expect(stored.length).toBeLessThanOrEqual(300 * 1024)
  expect(stored.length).toBeGreaterThan(50 * 1024)
})

/** A JPEG of 12 megapixels. It contains noise, which hardly compresses. */
const makePhoto = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(3_000, 4_000)
    const pen = canvas.getContext('2d')
    if (!pen) {
      throw new Error('This browser has no canvas')
    }
    const picture = pen.createImageData(3_000, 4_000)
    let state = 1
    for (let index = 0; index < picture.data.length; index += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      picture.data[index] = index % 4 === 3 ? 255 : state >>> 24
    }
    pen.putImageData(picture, 0, 0)
    const content = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
    const reader = new FileReader()
    await new Promise((done) => {
      reader.onload = done
      reader.readAsDataURL(content)
    })
    return String(reader.result).split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

test('missing and invalid fields are marked and listed, and the first is focused', async ({
  page,
}) => {
  await enter(page, '/register?event=SeniorQuiz')
  const form = findForm(page)
  await form.phones.first().fill('12345')
  await form.email.fill('asha@')
  await form.submit.click()
  await expect(form.names.first()).toBeFocused()
  const summary = form.alert.filter({ hasText: /Please correct \d+ answers/ })
  await expect(summary.getByRole('link')).toHaveText([
    'Enter the team leader’s full name.',
    'Phone: Enter a valid 10-digit number or +91 followed by 10 digits',
    'Choose or write the team leader’s year of study.',
    'Enter a complete e-mail address, such as name@example.com.',
    'Enter your college or institution.',
    'Choose the category that fits you.',
    'Choose the screenshot of your payment.',
  ])
  await expect(form.email).toHaveAccessibleDescription(/Enter a complete e-mail address/)
  await expect(form.email).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'with errors')
  await summary.getByRole('link', { name: 'Enter your college or institution.' }).click()
  await expect(form.institution).toBeFocused()
})
