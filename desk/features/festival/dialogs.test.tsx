import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import type { StateView } from '../../../festival/contract/festival'
import { describeState, emptyState } from '../../../festival/live/state'
import { wholeEdition } from '../../../festival/live/whole-edition'
import { CloseDialog, EditDialog } from './dialogs'

const quiz = subjects.find(({ key }) => key === 'SeniorQuiz')
const poster = subjects.find(({ key }) => key === 'AxonAlley')
if (!quiz || !poster) {
  throw new Error('No event')
}
const view: StateView = {
  ...describeState(wholeEdition, emptyState, 0),
  saves: [],
  failedPages: [],
  ignoredPlaces: [],
}
const props = {
  subject: quiz,
  view,
  saving: { isPending: false, failureCount: 0, error: null } as never,
  save: () => undefined,
  onClose: () => undefined,
}

const render = (dialog: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>,
  )

test('leaves the closing time empty if none is set (16.23)', () => {
  expect(render(<CloseDialog {...props} />)).toMatch(/type="datetime-local"[^>]*value=""/)
  const closing = { ...quiz, closesAt: '2025-10-07T15:00:00+05:30' } as const
  expect(render(<CloseDialog {...props} subject={closing} />)).toContain('value="2025-10-07T15:00"')
})

test('offers hours or a part of the day for each session (16.62)', () => {
  const ofQuiz = render(<EditDialog {...props} isAdmin />)
  expect(ofQuiz).toContain('Prelims: time')
  expect(ofQuiz).toContain('Prelims: from')
  expect(ofQuiz).toContain('Finals: to')
  const ofPoster = render(<EditDialog {...props} subject={poster} isAdmin />)
  expect(ofPoster).toMatch(/<option value="morning" selected="">Morning/)
  expect(ofPoster).toMatch(/type="date"[^>]*value="2025-10-12"/)
  expect(ofPoster).not.toContain('datetime-local')
})

test('shows the submission link only to admins (16.61)', () => {
  expect(render(<EditDialog {...props} isAdmin />)).toContain('Submission link')
  expect(render(<EditDialog {...props} isAdmin={false} />)).not.toContain('Submission link')
})
