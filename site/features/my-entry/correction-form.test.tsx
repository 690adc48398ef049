import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { MyEntry } from '../../../festival/contract/my-entry'
import { type ProblemCode, problemStatus } from '../../../festival/contract/problem'
import type { LiveState } from '../../../festival/live/state'
import type { ApiFailure } from '../../api'
import { builtState, FestivalProvider } from '../../festival'
import { loadScreen, NavigationProvider } from '../../navigation/navigation'
import { CorrectionForm, isStaleFailure, readCorrectionFailure } from './correction-form'

const screen = await loadScreen('/my-submission')

const correction: NonNullable<MyEntry['correction']> = {
  reasons: [{ words: '₹100 are missing.', remedy: 'pay-difference' }],
  note: '',
  fields: [],
  teamSize: 3,
  proofs: [],
  difference: { amount: 100, reference: 'K7Q4M2' },
}

const entry: MyEntry = {
  kind: 'registration',
  label: 'EVT-004217',
  eventName: 'Senior Quiz ‘Peristalympics’',
  name: 'Asha Test',
  state: 'needs-correction',
  words: '',
  more: [],
  version: 2,
  sentAt: '2025-10-01T10:00:00.000Z',
  linkUntil: '2025-10-08T10:00:00.000Z',
  facts: [],
  files: [],
  correction,
}

const render = (live: LiveState) =>
  renderToStaticMarkup(
    <FestivalProvider first={live}>
      <NavigationProvider first={screen}>
        <CorrectionForm
          secret="secret"
          entry={entry}
          correction={correction}
          onSend={() => undefined}
          onDone={() => undefined}
          onChanged={() => undefined}
        />
      </NavigationProvider>
    </FestivalProvider>,
  )

const stop = 'Senior Quiz ‘Peristalympics’ is cancelled: please don’t pay'

test('shows a QR code for the missing amount unless the event is cancelled (5.117)', () => {
  const open = render(builtState)
  expect(open).toContain('QR code to pay ₹100')
  expect(open).not.toContain(stop)
  const cancelled = render({
    ...builtState,
    version: 1,
    state: { subjects: { SeniorQuiz: { status: 'cancelled' } } },
  })
  expect(cancelled).not.toContain('QR code')
  expect(cancelled).toContain(stop)
})

const refuse = (code: ProblemCode, detail: string): ApiFailure => ({
  kind: 'problem',
  problem: { type: 'about:blank', title: '', status: problemStatus[code], code, detail },
})

test('keeps the typed team when registration has closed, and says why it is refused (14.271)', () => {
  const detail =
    'Registration has closed, so the team can no longer be changed here. Call the help desk.'
  const failure = refuse('registration-closed', detail)
  expect(isStaleFailure(failure)).toBe(false)
  expect(readCorrectionFailure(failure)).toEqual({
    kind: 'refused',
    words: detail,
    advice: 'Nothing was changed. What you typed is still on this page.',
  })
})

test('reloads the entry only if it has changed (14.271)', () => {
  expect(isStaleFailure(refuse('stale', ''))).toBe(true)
  expect(isStaleFailure(refuse('gone', ''))).toBe(true)
  expect(isStaleFailure(refuse('illegal', ''))).toBe(false)
})
