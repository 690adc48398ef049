import { expect, test } from '../support/journey'

/** A page that is not painted by then gets its scripts all the same. */
const patienceMs = 1_000

for (const path of ['/', '/events/senior-quiz', '/register?event=SeniorQuiz'])
  test(`fonts and scripts of ${path} are fetched once it is painted, and make it alive`, async ({ page }) => {
    await page.goto(path)
    // The announcement comes from the site's scripts.
    await page.getByRole('button', { name: 'Go to the festival' }).click()
    const { painted, fetched } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
      fetched: performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
    }))
    const later = fetched.filter(({ name }) => /\.(?:js|woff2)$/.test(name))
    expect(later.length).toBeGreaterThan(5)
    const early = later.filter(({ startTime }) => startTime < Math.min(painted, patienceMs))
    expect(early).toEqual([])
    const faces = () =>
      page.evaluate(() => Array.from(document.fonts, ({ family, style, status }) => `${family} ${style} ${status}`))
    const ours = ['Alegreya normal loaded', 'Alegreya italic loaded', 'Source Sans 3 normal loaded']
    await expect.poll(faces).toEqual(expect.arrayContaining(ours))
  })
