import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Ends all transitions, because a page that draws no frames would never finish them. */
const finishTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) {
        animation.finish()
      }
    }
  })

/** The only rules whose result differs between the themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Expects no violations. The page must have no iframe. To save time, this injects axe once per
 * document and reports only violations in full.
 */
export const expectNoViolations = async (
  page: Page,
  state: string,
  rules?: 'colours',
): Promise<void> => {
  expect(page.frames(), 'frames').toHaveLength(1)
  await finishTransitions(page)
  const isInjected = await page.evaluate(() => 'axe' in window)
  const axe = isInjected ? new AxeBuilder({ page, axeSource: ';' }) : new AxeBuilder({ page })
  const options: Parameters<AxeBuilder['options']>[0] = { resultTypes: ['violations'] }
  if (rules) {
    options.runOnly = { type: 'rule', values: colourRules }
  }
  const { violations } = await axe.setLegacyMode(true).options(options).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  )
  expect(found, state).toEqual([])
}
