import { findForm } from '../support/form'
import { enter, expect, test } from '../support/journey'
import { holds } from '../support/step'

test.use({ trace: 'off' })

const target = Date.parse('2025-10-08T00:00:00+05:30')

test('each visit begins with three seconds of the splash, then the announcement', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2025-09-01T10:00:00+05:30') })
  const splash = page.locator('#splash')
  const popup = page.getByRole('dialog', { name: 'Stratum Nights' })
  const start = async () => {
    await page.goto('/')
    await page.waitForLoadState('load')
  }
  await page.clock.pauseAt(new Date('2025-09-01T10:00:10+05:30'))
  await start()
  await holds('frame.splash', async () => {
    await page.clock.runFor(2_999)
    await expect(splash).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Cerebra 3.0' })).toBeAttached()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(splash).toHaveCount(0)
  })
  await holds('frame.popup', async () => {
    await expect(popup).toBeVisible()
    await expect(popup).toContainText('Coming soon')
    await expect(popup).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
  })
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Shop', exact: true })
    .click()
  await page.clock.runFor(10_000)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('T-shirt')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await holds('frame.popup-again', async () => {
    await page.reload()
    await page.clock.runFor(3_000)
    await expect(popup).toBeVisible()
  })
})

for (const timezoneId of ['Asia/Kolkata', 'America/New_York']) {
  test(`the countdown is correct before, at and after the start, on a device in ${timezoneId}`, async ({
    browser,
    festival,
  }) => {
    const context = await browser.newContext({ timezoneId })
    try {
      const page = await context.newPage()
      const timer = page.getByRole('timer')
      const threeDays = ((3 * 24 + 4) * 60 + 5) * 60_000 + 6_000
      await page.clock.install({ time: target - threeDays - 60_000 })
      await page.clock.pauseAt(target - threeDays)
      await page.goto(`${festival.address}/`)
      await expect(timer).toContainText(
        /3 d 04 h 05 m 06 s\s*3 days 04 hours 05 minutes 06 seconds/,
      )
      await page.clock.runFor(1_000)
      await expect(timer).toContainText(/3 d 04 h 05 m 05 s/)
      await page.clock.fastForward(threeDays - 2_000)
      await expect(timer).toContainText(/0 d 00 h 00 m 01 s/)
      await expect(timer).toContainText('until the festival starts')
      await page.clock.runFor(1_000)
      await expect(timer).toContainText(/0 d 00 h 00 m 00 s/)
      await expect(timer).toContainText('The festival has begun.')
      await page.clock.fastForward(30 * 24 * 3_600_000)
      await expect(timer).toContainText(/0 d 00 h 00 m 00 s/)
    } finally {
      await context.close()
    }
  })
}

test('the chatbot answers on the device after 1.5 seconds', async ({ page }) => {
  const calls: string[] = []
  await page.clock.install({ time: new Date('2025-09-01T10:00:00+05:30') })
  await enter(page, '/contact')
  const open = page.getByRole('button', { name: 'Ask a question' })
  const panel = page.getByRole('dialog', { name: /^Ask about/ })
  const line = panel.getByRole('textbox', { name: 'Your question' })
  const log = panel.getByRole('log')
  await holds('chat.panel', async () => {
    await open.click()
    await expect(line).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(open).toBeFocused()
    await open.click()
    await panel.getByRole('button', { name: 'Close the chat' }).click()
    await expect(panel).toHaveCount(0)
    await open.click()
  })
  await holds('chat.prompts', () =>
    expect(panel.getByRole('list', { name: 'Quick questions' }).getByRole('button')).toHaveText([
      'How do I register?',
      'List all workshops',
      'Where is the event?',
      'Can paramedics participate?',
    ]),
  )
  const send = panel.getByRole('button', { name: 'Send' })
  await holds('chat.disabled', async () => {
    await expect(send).toBeDisabled()
    await line.fill('   ')
    await expect(send).toBeDisabled()
  })
  await page.clock.pauseAt(new Date('2025-09-01T11:00:00+05:30'))
  page.on('request', (request) => calls.push(request.url()))
  await holds('chat.enter', async () => {
    await line.fill('How much is the senior quiz?')
    await line.press('Enter')
    await expect(log).toContainText('How much is the senior quiz?')
    await expect(line).toHaveValue('')
  })
  await holds('chat.reply', async () => {
    await expect(panel.getByText('looking it up')).toBeVisible()
    await page.clock.runFor(1_499)
    await expect(log).not.toContainText('₹600')
    await page.clock.runFor(1)
    await expect(log).toContainText('₹600')
    await expect(panel.getByText('looking it up')).toHaveCount(0)
  })
  await holds('chat.offline', async () => {
    await panel.getByRole('button', { name: 'List all workshops' }).click()
    await page.clock.runFor(1_500)
    for (const name of ['Sonostrike', 'Disaster X', 'Smart AI', 'Paramatrix']) {
      await expect(log).toContainText(name)
    }
    expect(calls).toEqual([])
  })
})

test('a practice form fills the screen, takes two seconds and sends nothing', async ({ page }) => {
  await page.clock.install({ time: new Date('2025-09-01T10:00:00+05:30') })
  await enter(page, '/register?event=SeniorQuiz')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const chatbot = page.getByRole('button', { name: 'Ask a question' })
  await holds('register.fields', async () => {
    const form = page.getByRole('form')
    for (const label of [
      'Full name',
      'Phone',
      'Year of study',
      'E-mail',
      'College or institution',
      'Coupon',
    ]) {
      await expect(form.getByLabel(label).first()).toBeVisible()
    }
    await expect(form.getByLabel('Payment screenshot')).toBeAttached()
    for (const category of [
      'Medical Student',
      'Paramedic',
      'Faculty/Doctor',
      'External Participant',
    ]) {
      await expect(form.getByLabel(category)).toBeAttached()
    }
    await expect(form.getByRole('button', { name: 'Add a member' })).toBeVisible()
  })
  await holds('said.phone', () =>
    expect(page.getByLabel('Phone').first()).toHaveAccessibleDescription(
      /Enter a valid 10-digit number or \+91 followed by 10 digits/,
    ),
  )
  await expect(bar).toBeVisible()
  await holds('frame.chatbot', async () => {
    for (const path of [
      '/',
      '/events/nexus',
      '/workshops',
      '/delegate-pass',
      '/accommodation',
      '/my-festival',
    ]) {
      expect(await (await page.request.get(path)).text(), path).toContain(
        'aria-label="Ask a question"',
      )
    }
    await expect(chatbot).toBeVisible()
  })
  await page.getByRole('link', { name: /practi[cs]e/i }).click()
  await expect(page).toHaveURL(/\/rehearsal\?event=SeniorQuiz$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Practice registration' })).toBeVisible()
  await holds('frame.places-hidden', () => expect(bar).toHaveCount(0))
  await holds('frame.chatbot-hidden', () => expect(chatbot).toHaveCount(0))
  // Every page polls the festival's state, which contains no personal data.
  const kept = () =>
    page.evaluate(async () => {
      const own = Object.entries(localStorage).filter(([key]) => !key.startsWith('cerebra:state:'))
      return [own, await indexedDB.databases()]
    })
  const before = await kept()
  await holds('practice.fields', async () => {
    for (const label of ['Full name', 'E-mail', 'Phone', 'College or institution']) {
      await expect(page.getByRole('textbox', { name: label, exact: true })).toBeVisible()
    }
    const further = ['Workshop experience', 'Expectations', 'Emergency contact', 'Emergency phone']
    for (const label of ['Year of study', 'T-shirt size', 'Dietary restrictions', ...further]) {
      await expect(page.getByLabel(`${label} (optional)`)).toBeVisible()
    }
    await expect(page.getByLabel('Medical Student')).toBeAttached()
  })
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${request.url()}`))
  await page.getByRole('button', { name: 'Submit practice registration' }).click()
  await expect(page.getByRole('alert')).toContainText('Please correct 5 answers')
  await page.getByLabel('Full name').fill('Asha Test')
  await page.getByLabel('E-mail').fill('practice@students.test')
  await page.getByLabel('Phone', { exact: true }).fill('0123456789')
  await page.getByLabel('College or institution').fill('Test Medical College')
  await page.getByLabel('Medical Student').check()
  await page.clock.pauseAt(new Date('2025-09-01T11:00:00+05:30'))
  await holds('practice.wait', async () => {
    await page.getByRole('button', { name: 'Submit practice registration' }).click()
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
    await page.clock.runFor(1_999)
    await expect(page.getByText('Registration Successful')).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(page.getByRole('heading', { name: 'Registration Successful' })).toBeVisible()
    await expect(page.getByText(/^PRACTICE-\d{6}$/)).toBeVisible()
  })
  await holds('practice.real', async () => {
    expect(
      calls.filter((call) => !/^GET (?:.*\/assets\/|.*\/api\/state$|blob:)/.test(call)),
    ).toEqual([])
    expect(await kept()).toEqual(before)
  })
  await page.getByRole('link', { name: 'Go to the real form' }).click()
  await expect(page).toHaveURL(/\/register\?event=SeniorQuiz$/)
  await expect(findForm(page).names.first()).toHaveValue('')
})
