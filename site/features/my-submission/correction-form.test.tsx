import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { MySubmission } from '../../../festival/my-submission'
import type { LiveState } from '../../../festival/state'
import { builtState, FestivalProvider } from '../../festival'
import { loadScreen, NavigationProvider } from '../../navigation/navigation'
import { CorrectionForm } from './correction-form'

const screen = await loadScreen('/my-submission')

const correction: NonNullable<MySubmission['correction']> = {
  reasons: [{ words: '₹100 are missing.', remedy: 'pay-difference' }],
  note: '',
  fields: [],
  teamSize: 3,
  proofs: [],
  difference: { amount: 100, reference: 'K7Q4M2' },
}

const mine: MySubmission = {
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
          mine={mine}
          correction={correction}
          onDone={() => undefined}
          onChanged={() => undefined}
        />
      </NavigationProvider>
    </FestivalProvider>,
  )

const stop = 'Senior Quiz ‘Peristalympics’ is cancelled: please don’t pay'

test('a difference is asked for with a payment code, and no longer once the event is cancelled (5.117)', () => {
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
