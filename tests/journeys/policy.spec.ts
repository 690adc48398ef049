import { enter, expect, test } from '../support/journey'

test.describe('CSP and Trusted Types', () => {
  test.use({ expectedErrors: /TrustedHTML|against the policy|Applying inline style/ })

  test('block injected markup and inline styles', async ({ page }) => {
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
