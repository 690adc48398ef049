import type { Page } from '@playwright/test'
import { enter, expect, test } from '../support/journey'
import { holds } from '../support/step'

test.use({ trace: 'off' })

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const part = (page: Page, title: string) =>
  page.locator('section', {
    has: page.getByRole('heading', { level: 2, name: title, exact: true }),
  })
const box = (page: Page) => page.getByRole('complementary', { name: 'Registration' })

const follow = async (page: Page, name: string | RegExp, address: string) => {
  await page.getByRole('main').getByRole('link', { name }).first().click()
  await expect(page).toHaveURL((url) => url.pathname + url.search === address)
}

test('a visitor goes from the home page to an event and back', async ({ page }) => {
  await enter(page, '/')
  const main = page.getByRole('main')
  await holds('home.logo', () =>
    expect(page.getByRole('banner').getByRole('link').locator('svg')).toBeVisible(),
  )
  await holds('home.title', () => expect(h1(page)).toHaveText('Cerebra 3.0'))
  await holds('home.countdown', () => expect(page.getByRole('timer')).toContainText('days'))
  await holds('home.note', () =>
    expect(main).toContainText('Paramedic and dental events are included.'),
  )
  await holds('frame.places', async () => {
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(places).toHaveText(['Home', 'Events', 'Workshops', 'Shop', 'About', 'Contact'])
    await expect(places.first()).toHaveAttribute('aria-current', 'page')
  })
  await holds('home.pass', async () => {
    await follow(page, 'Buy Delegate Pass', '/delegate-pass')
    await page.goBack()
  })
  await holds('home.workshops', async () => {
    await follow(page, 'Explore Workshops', '/workshops')
    await page.goBack()
  })
  await expect(h1(page)).toHaveText('Cerebra 3.0')
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
  await holds('frame.top', async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Events' })
      .click()
    await expect(h1(page)).toHaveText('Events & Competitions')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await expect(h1(page)).toBeFocused()
  })
  await holds('frame.titles', async () => {
    await expect(page).toHaveTitle('Events & Competitions')
    const workshops = await (await page.request.get('/workshops')).text()
    expect(/<title>(.*?)<\/title>/.exec(workshops)?.[1]).toBe('Workshops')
  })
  await holds('frame.head', async () => {
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /events/i)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      /^https?:\/\/[^/]+\/events$/,
    )
  })
  await holds('hub.cards', async () => {
    await expect(main.getByRole('article')).toHaveText([
      /Quizzes.*3 events/,
      /Panel discussions.*1 event$/,
      /Presentations.*3 events/,
      /Other events.*2 events/,
    ])
  })
  await holds('hub.section', async () => {
    await follow(page, /^Quizzes/, '/events?section=quizzes')
    await expect(main.getByRole('link', { name: 'Back to Events' })).toBeVisible()
  })
  await holds('hub.tagline', () =>
    expect(main).toContainText('Three quizzes, from first year to internship'),
  )
  await holds('hub.event', async () => {
    const card = main.getByRole('article').first()
    for (const words of ['Peristalympics', 'Senior Quiz', 'Sun 12 Oct', '9:00 AM', '₹600']) {
      await expect(card).toContainText(words)
    }
    await expect(card.getByText(/gut|gastro/i).first()).toBeVisible()
  })
  await holds('hub.link', () =>
    follow(page, /^View Details & Register ?: Peristalympics$/, '/events/senior-quiz'),
  )
  await holds('event.back', async () => {
    await expect(main.getByRole('link', { name: 'Back to Event', exact: true })).toBeVisible()
  })
  await holds('frame.back', async () => {
    await page.getByRole('link', { name: 'Back to Event', exact: true }).click()
    await expect(page).toHaveURL(/\/events\?section=quizzes$/)
    await page.getByRole('link', { name: 'Back to Events' }).click()
    await expect(page).toHaveURL(/\/events$/)
  })
})

test('an event’s page shows only sections that have content', async ({ page }) => {
  await enter(page, '/events/case-pulse')
  await holds('event.texts', async () => {
    await expect(h1(page)).toHaveText('Case Pulse')
    await expect(page.getByText('Tell the story of one patient')).toBeVisible()
  })
  await holds('event.categories', () =>
    expect(part(page, 'Categories').getByRole('listitem')).toHaveText([
      'Medicine',
      'Surgery',
      'Obstetrics & Gynaecology',
      'Paediatrics',
    ]),
  )
  await holds('event.rules', () =>
    expect(part(page, 'Rules and regulations').getByRole('listitem')).toHaveCount(4),
  )
  await holds('event.abstract', () =>
    expect(part(page, 'Abstract submission')).toContainText('At most 500 words'),
  )
  await holds('event.presentation', () =>
    expect(part(page, 'Presentation guidelines')).toContainText('.ppt or .pptx'),
  )
  await holds('event.fees', async () => {
    await expect(box(page)).toContainText(/Single member\s*₹300/)
    await expect(box(page)).toContainText(/Team of 2\s*₹400/)
  })
  await holds('event.fee-note', () =>
    expect(box(page)).toContainText('Presentations need no delegate pass.'),
  )
  await holds('event.prize', () => expect(box(page)).toContainText(/Prize Worth\s*₹3,000/))
  await holds('event.incharges', async () => {
    await expect(part(page, 'Incharges').getByRole('listitem')).toHaveText([
      'Incharge — to be announced',
    ])
    await expect(part(page, 'Prerequisites')).toContainText('MBBS students and CRRIs.')
    await expect(box(page)).toContainText('12 October 2025')
    await expect(box(page)).toContainText('Morning')
  })
  await holds('event.unset', async () => {
    for (const title of ['Topic', 'Theme', 'Themes', 'Agenda']) {
      await expect(part(page, title)).toHaveCount(0)
    }
  })
  await holds('event.stay', () => follow(page, 'Get Accommodation', '/accommodation'))
  await page.goto('/events/axon-alley')
  await holds('event.details', () =>
    expect(part(page, 'Details')).toContainText('Seven minutes a team'),
  )
  await page.goto('/events/inside-icu')
  await holds('event.themes', () =>
    expect(part(page, 'Themes').getByRole('listitem')).toHaveCount(6),
  )
  await page.goto('/events/senior-quiz')
  await holds('event.topic', () => expect(part(page, 'Topic')).toContainText('Gastroenterology'))
})

test('the pages Shop, About and Contact show the specified content', async ({ page }) => {
  await page.goto('/shop')
  const main = page.getByRole('main')
  await holds('shop.shirt', async () => {
    await expect(h1(page)).toContainText('T-shirt')
    await expect(main).toContainText('₹400')
  })
  await holds('shop.stock', () => expect(main).toContainText('Limited stock'))
  await holds('shop.order', () =>
    expect(main.getByRole('link', { name: 'order form' })).toHaveAttribute('href', /^https:\/\//),
  )
  await holds('shop.phones', () => expect(main.locator('a[href^="tel:"]')).toHaveCount(2))
  await page.goto('/about')
  await holds('about.parts', async () => {
    for (const title of [
      'The conference',
      'The institution',
      'The student association',
      'Acknowledgements',
    ]) {
      await expect(part(page, title).getByRole('paragraph').first()).not.toBeEmpty()
    }
  })
  await holds('about.contact', async () => {
    const contact = part(page, 'Contact details')
    await expect(contact.locator('a[href^="tel:"]').first()).toBeVisible()
    await expect(contact.locator('a[href^="mailto:"]')).toHaveText(/^\S+@\S+\.example$/)
    await expect(contact.locator('address')).not.toBeEmpty()
  })
  await page.goto('/contact')
  await holds('contact.title', async () => {
    await expect(h1(page)).toHaveText('Contact the organising team')
    await expect(page).toHaveTitle(/Contact the organising team/)
  })
  await holds('contact.sections', () =>
    expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'General Queries',
      'President',
      'Advisory Board',
      'Executive Board',
    ]),
  )
  await holds('contact.people', async () => {
    for (const [section, people] of [
      ['President', 1],
      ['Advisory Board', 4],
      ['Executive Board', 13],
    ] as const) {
      await expect(part(page, section).getByText('To be announced')).toHaveCount(people)
      await expect(part(page, section).locator('a[href^="tel:"]')).toHaveCount(people)
    }
    await expect(part(page, 'Executive Board')).toContainText('Sports Secretary')
  })
  await holds('contact.queries', () =>
    expect(main).toContainText(
      'Call any number listed here for help with registration, event details and support.',
    ),
  )
})
