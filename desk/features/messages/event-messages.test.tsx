import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Announcement } from '../../../festival/contract/announcement'
import type { Me } from '../../../festival/contract/organisers'
import { meOptions, queryCall } from '../../api'
import { EventMessages } from './event-messages'

// The session's query asks whether the page is visible.
beforeAll(() => void vi.stubGlobal('document', { visibilityState: 'hidden' }))
afterAll(() => void vi.unstubAllGlobals())

const admin: Me = {
  email: 'asha@college.test',
  role: 'admin',
  events: null,
  mayAppoint: true,
  endsAt: '2025-10-10T10:00:00.000Z',
  idleHours: 12,
}
const head: Me = { ...admin, email: 'hema@college.test', role: 'head', mayAppoint: false }
const message: Announcement = {
  id: '0b5c1b44-5c0a-4b44-8a53-2f8b4f0c5b11',
  subject: 'The quiz begins later',
  text: 'It begins at 11.',
  filter: { event: 'SeniorQuiz', scope: 'accepted' },
  by: admin.email,
  at: '2025-10-09T10:00:00.000Z',
  state: 'sending',
  waitsUntil: null,
  links: [],
  sent: 20,
  waiting: 42,
  left: 0,
  failed: 0,
  failures: [],
}

const render = (event: string, me: Me) => {
  const client = new QueryClient()
  client.setQueryData(meOptions.queryKey, me)
  client.setQueryData(queryCall('listAnnouncements', {}).queryKey, { announcements: [message] })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <EventMessages event={event} />
    </QueryClientProvider>,
  )
}

test('shows the progress of an event’s messages, and a button that stops them (16.66)', () => {
  const shown = render('SeniorQuiz', admin)
  expect(shown).toContain('20 sent, 42 waiting')
  expect(shown).toContain('Stop<span')
})

test('shows nothing for an event without messages (16.66)', () => {
  expect(render('JuniorQuiz', admin)).toBe('')
})

test('does not let a head stop another organiser’s message (16.66)', () => {
  const shown = render('SeniorQuiz', head)
  expect(shown).toContain('20 sent, 42 waiting')
  expect(shown).not.toContain('Stop<span')
  expect(render('SeniorQuiz', { ...head, email: admin.email })).toContain('Stop<span')
})
