import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Waits until every colour and place has come to where it was going. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  )

/**
 * Lets axe look at the page as it stands, by all its rules; it must find nothing. One frame is looked at, so a page may
 * hold no other. axe's script goes into a document once, and only what it objects to is written down in full: the rest
 * took most of the time.
 */
export const expectNothingFound = async (page: Page, state: string): Promise<void> => {
  expect(page.frames(), 'frames').toHaveLength(1)
  await settle(page)
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
  const { violations } = await axe
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  expect(found, state).toEqual([])
}
