import { expect, test } from '../support/journey'
import { listBuiltScreens } from '../support/screens'
import { expectHead, walkRoutes } from '../support/walk-routes'

test.use({ trace: 'off' })

const screens = listBuiltScreens()

test('the route table lists every specified page', () => {
  const addresses = screens.flatMap(({ address, aliases }) => [address, ...aliases])
  expect(addresses.length).toBe(87)
  const events =
    'senior-quiz junior-quiz online-quiz inside-icu case-pulse axon-alley nexus pulsating-palettes cineplexus'
  const workshops =
    'sonostrike disaster-x vivantia code-wild codewild occulex sonic-shift sonicshift anastamos reviva smart-ai smartai exodontiax paramatrix'
  expect(addresses).toEqual(
    expect.arrayContaining([
      ...[
        '/',
        '/events',
        '/workshops',
        '/delegate-pass',
        '/accommodation',
        '/shop',
        '/about',
        '/contact',
      ],
      ...events.split(' ').map((slug) => `/events/${slug}`),
      ...workshops.split(' ').map((slug) => `/workshops/${slug}`),
      ...['/register?event=SeniorQuiz', '/event-registration?event=SeniorQuiz'],
    ]),
  )
})

test('each page has a title, a description, one heading and structured data', () => {
  for (const screen of screens) {
    expectHead(screen)
  }
})

walkRoutes(screens)
