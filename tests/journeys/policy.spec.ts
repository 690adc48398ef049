import { enter, expect, test } from '../support/journey'
import { listBuiltScreens } from '../support/screens'

const screens = new Map(listBuiltScreens().map((screen) => [screen.kind, screen.address]))

test('every kind of screen, in both themes, keeps to the policy that it is served with', async ({ page }) => {
  test.setTimeout(180_000)
  // Whatever is against it is an error of the page, at which the journey fails.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' })
    for (const address of screens.values()) await enter(page, address)
  }
})

test('pages hold no style attribute, as they are served and as they are shown', async ({ page }) => {
  for (const address of screens.values()) {
    const html = await (await page.request.get(address)).text()
    expect(html.match(/ style=/g), address).toBeNull()
  }
})

test('the service worker is registered under the policy', async ({ page }) => {
  await enter(page, '/shop')
  const script = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)
  expect(script).toMatch(/\/sw\.js$/)
})

test.describe('what a stranger’s markup would need', () => {
  test.use({ causes: /TrustedHTML|against the policy|Applying inline style/ })

  test('a text becomes neither markup nor a script, and no element wears a style of its own', async ({ page }) => {
    await enter(page, '/shop')
    const outcome = await page.evaluate(() => {
      const attempt = (act: () => void) => {
        try {
          act()
          return 'done'
        } catch (error) {
          return error instanceof Error ? error.name : 'unknown'
        }
      }
      const main = document.createElement('p')
      document.body.append(main)
      const markup = attempt(() => {
        main.innerHTML = '<b>x</b>'
      })
      main.setAttribute('style', 'position: fixed')
      return { markup, position: getComputedStyle(main).position }
    })
    expect(outcome).toEqual({ markup: 'TypeError', position: 'static' })
  })
})
