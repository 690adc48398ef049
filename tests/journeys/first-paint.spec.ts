import type { Page } from '@playwright/test'
import { expect, expectHydrated, test } from '../support/journey'

/** A page loads its scripts after this time even if nothing has been painted. */
const timeoutMs = 1_000

/** Names of the downloaded fonts that render this element's text. */
const listLoadedFonts = async (page: Page, selector: string) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  await devtools.detach()
  return fonts.filter((font) => font.isCustomFont).map((font) => font.familyName)
}

for (const path of ['/', '/register?event=SeniorQuiz']) {
  test(`fonts and scripts of ${path} load only after the first paint`, async ({ page }) => {
    await page.goto(path)
    await expectHydrated(page)
    const { painted, fetched } = await page.evaluate(() => ({
      painted:
        performance.getEntriesByName('first-contentful-paint')[0]?.startTime ??
        Number.POSITIVE_INFINITY,
      fetched: performance
        .getEntriesByType('resource')
        .map(({ name, startTime }) => ({ name, startTime })),
    }))
    const later = fetched.filter(({ name }) => /\.(?:js|woff2)$/.test(name))
    expect(later.length).toBeGreaterThan(5)
    const early = later.filter(({ startTime }) => startTime < Math.min(painted, timeoutMs))
    expect(early).toEqual([])
    await expect.poll(() => listLoadedFonts(page, 'h1')).toEqual(['Alegreya Medium'])
    await expect.poll(() => listLoadedFonts(page, 'nav a')).toEqual(['Source Sans 3 ExtraLight'])
  })
}
