import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Brings every colour and place to where it is going. Whoever waits for that waits for ever where no frame is drawn. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) {
        animation.finish()
      }
    }
  })

/** What a theme alone can break: everything else is the same in both. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Lets axe look at the page as it stands, by all its rules or by those on colours; it must find nothing. One frame is looked at, so a page may
 * hold no other. axe's script goes into a document once, and only what it objects to is written down in full: the rest
 * took most of the time.
 */
export const expectNoViolations = async (
  page: Page,
  state: string,
  rules?: 'colours',
): Promise<void> => {
  expect(page.frames(), 'frames').toHaveLength(1)
  await settle(page)
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
  const { violations } = await axe
    .setLegacyMode(true)
    .options({
      resultTypes: ['violations'],
      ...(rules && { runOnly: { type: 'rule', values: colourRules } }),
    })
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  )
  expect(found, state).toEqual([])
}
