import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import type { RegistrationReceipt } from '../../../festival/registration'
import { loadScreen, NavigationProvider } from '../../navigation/navigation'
import { Registered } from './registration-form'

const screen = await loadScreen('/register?event=SeniorQuiz')

const receipt: RegistrationReceipt = {
  registration_id: 'EVT-004217',
  event: 'SeniorQuiz',
  event_name: 'Senior Quiz ‘Peristalympics’',
  registrant_name: 'Asha Test',
  team: ['Asha Test'],
  email: 'asha@college.test',
  registration_time: '2025-10-01T10:00:00.000Z',
  coupon_applied: 'no',
  amount: 600,
  payment_reference: 'K7Q4M2',
  confirmation: 'sent',
}

const render = (key: string, changes: Partial<RegistrationReceipt> = {}) => {
  const subject = subjects.find((other) => other.key === key)
  if (!subject) throw new Error(`There is no event ${key}`)
  return renderToStaticMarkup(
    <NavigationProvider first={screen}>
      <Registered subject={subject} receipt={{ ...receipt, event: key, ...changes }} onCorrected={() => undefined} />
    </NavigationProvider>,
  )
}

test('a team’s confirmation says how to change the team (11.74)', () => {
  const words = 'Until registration closes, you can change the other members of your team'
  expect(render('SeniorQuiz')).toContain(words)
  expect(render('SeniorQuiz', { cancelled: true })).not.toContain(words)
  expect(render('Sonostrike')).not.toContain(words)
})

test('a confirmation says that the payment is being checked', () => {
  expect(render('SeniorQuiz')).toContain('₹600, being checked')
})

test('the confirmation of a cancelled event says that the payment will be refunded, and not that it is checked', () => {
  const words = render('SeniorQuiz', { cancelled: true })
  expect(words).toContain('₹600, will be refunded')
  expect(words).not.toContain('checked')
})
