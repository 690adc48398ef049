import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { loadScreen, NavigationProvider } from '../../navigation/navigation'
import { Registered } from './registration-form'

const first = await loadScreen('/register?event=SeniorQuiz')

const render = (key: string, cancelled?: true) => {
  const subject = subjects.find((other) => other.key === key)
  if (!subject) throw new Error(`There is no event ${key}`)
  const receipt = {
    registration_id: 'EVT-000123',
    event: key,
    event_name: subject.title,
    registrant_name: 'Asha Test',
    team: ['Asha Test'],
    email: 'asha@college.test',
    registration_time: '2025-10-01T04:30:00.123Z',
    coupon_applied: 'no' as const,
    amount: 600,
    payment_reference: 'K7Q4M2',
    confirmation: 'sent' as const,
  }
  const shown = cancelled ? { ...receipt, cancelled } : receipt
  return renderToStaticMarkup(
    <NavigationProvider first={first}>
      <Registered subject={subject} receipt={shown} onCorrected={() => undefined} />
    </NavigationProvider>,
  )
}

test('the confirmation of a team says how the team is changed (11.74)', () => {
  const words = 'Until registration closes, you can change the other members of your team'
  expect(render('SeniorQuiz')).toContain(words)
  expect(render('SeniorQuiz', true)).not.toContain(words)
  expect(render('Sonostrike')).not.toContain(words)
})
