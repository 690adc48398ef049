import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import type { Subject } from '../../../festival/content/subject'
import type { RegistrationReceipt } from '../../../festival/forms/registration'
import { builtState, FestivalProvider } from '../../festival'
import { OverNotice } from '../../form-notices'
import type { PaymentStop } from '../../forms/payment-gate'
import { loadScreen, NavigationProvider } from '../../navigation/navigation'
import { Registered } from './registered'
import { ClosedCard, findCancelled, findPaymentStop, RegistrationForm } from './registration-form'

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

const render = (
  key: string,
  changes: Partial<RegistrationReceipt> = {},
  subjectChanges: Partial<Subject> = {},
) => {
  const subject = subjects.find((candidate) => candidate.key === key)
  if (!subject) {
    throw new Error(`There is no event ${key}`)
  }
  return renderToStaticMarkup(
    <NavigationProvider first={screen}>
      <Registered
        subject={{ ...subject, ...subjectChanges }}
        receipt={{ ...receipt, event: key, ...changes }}
        onCorrected={() => undefined}
      />
    </NavigationProvider>,
  )
}

test('explains team changes in a team’s confirmation unless the event is cancelled (11.74)', () => {
  const words = 'Change the team until registration closes'
  expect(render('SeniorQuiz')).toContain(words)
  expect(render('SeniorQuiz', { cancelled: true })).not.toContain(words)
  expect(render('Sonostrike')).not.toContain(words)
})

test('says in the confirmation that the payment is being checked', () => {
  expect(render('SeniorQuiz')).toContain('₹600, being checked')
})

test('says in the confirmation that the payment for a cancelled event will be refunded', () => {
  const words = render('SeniorQuiz', { cancelled: true })
  expect(words).toContain('₹600, will be refunded')
  expect(words).not.toContain('checked')
})

test('shows the submission link in the confirmation (16.59)', () => {
  const link = 'https://forms.example/abstracts'
  expect(render('SeniorQuiz', { submission_link: link })).toContain(`href="${link}"`)
  expect(render('SeniorQuiz')).not.toContain('Hand in')
})

const renderForm = (key: string, stop?: PaymentStop, changes: Partial<Subject> = {}) => {
  const subject = subjects.find((candidate) => candidate.key === key)
  if (!subject) {
    throw new Error(`There is no event ${key}`)
  }
  return renderToStaticMarkup(
    <FestivalProvider first={builtState}>
      <NavigationProvider first={screen}>
        <RegistrationForm
          subject={{ ...subject, ...changes }}
          stop={stop}
          onDone={() => undefined}
          frame={(summary, form) => (
            <>
              {summary}
              {form}
            </>
          )}
        />
      </NavigationProvider>
    </FestivalProvider>,
  )
}

test('hides the coupon and the practice link once registration is stopped (5.154)', () => {
  const open = renderForm('SeniorQuiz')
  expect(open).toContain('Coupon')
  expect(open).toContain('Try a practice form')
  const stopped = renderForm('SeniorQuiz', {
    title: 'Senior Quiz is cancelled: please don’t pay',
    advice: '',
  })
  expect(stopped).not.toContain('Coupon')
  expect(stopped).not.toContain('Try a practice form')
})

test('mentions team leaders only in the forms of team events (5.153)', () => {
  expect(renderForm('SeniorQuiz')).toContain('Team leaders: please tell your members.')
  expect(renderForm('Vivantia')).not.toContain('Team leaders: please tell your members.')
})

test('does not send the form of a cancelled event even if a pass covers the fee (5.155)', () => {
  const vivantia = { key: 'Vivantia', title: 'Vivantia', fee: { per: 'pass' } } as const
  expect(findCancelled(vivantia, builtState)).toBeUndefined()
  expect(
    findCancelled(vivantia, { state: { subjects: { SeniorQuiz: { status: 'cancelled' } } } }),
  ).toBeUndefined()
  expect(
    findCancelled(vivantia, { state: { subjects: { Vivantia: { status: 'cancelled' } } } }),
  ).toEqual({
    kind: 'refused',
    words: 'Vivantia is cancelled. Nothing was sent.',
    advice: 'There is nothing to pay here. Your delegate pass stays valid for everything else.',
  })
})

test('asks for the smallest team’s names and its total (19.1, 19.4)', () => {
  const form = renderForm('SeniorQuiz', undefined, {
    fee: { per: 'member', amount: 110 },
    teamSize: { least: 8, most: 12 },
  })
  expect(form.match(/name="members\.\d+\.name"/g)).toHaveLength(8)
  expect(form).toContain('8 to 12 members')
  expect(form).toContain('₹110 per member. Below is the amount for 8 names.')
  expect(form).toContain('QR code to pay ₹880')
  expect(form).not.toContain('Remove')
})

test('does not show a payment on the form of a free event (19.7)', () => {
  const form = renderForm('SeniorQuiz', undefined, { fee: { per: 'free' } })
  expect(form).toContain('Nothing to pay')
  expect(form).toContain('We will e-mail you a link.')
  expect(form).not.toMatch(/QR code|Coupon|UTR|screenshot/)
  const approved = renderForm('SeniorQuiz', undefined, { fee: { per: 'free' }, approval: true })
  expect(approved).toContain('The organisers will decide whether to accept')
})

test('the confirmation asks the participant to confirm a free registration by e-mail (19.8)', () => {
  const words = render('SeniorQuiz', { amount: 0, payment_reference: '' }, { fee: { per: 'free' } })
  expect(words).toContain('Almost Done: Confirm by E-mail')
  expect(words).toContain('Not confirmed yet')
  expect(words).not.toMatch(/payment|₹/i)
})

test('offers the ticket of a free registration only after it is verified (19.31)', () => {
  const changes = { amount: 0, payment_reference: '', ticket: '/ticket#x' }
  const confirmed = render('SeniorQuiz', changes, { fee: { per: 'free' } })
  const approved = render('SeniorQuiz', changes, { fee: { per: 'free' }, approval: true })
  expect(approved).toContain('Request Received')
  expect(approved).toContain('The organisers will decide')
  for (const words of [confirmed, approved]) {
    expect(words).not.toMatch(/Registration Successful|Show the ticket|Share|WhatsApp/)
  }
})

test('does not mention payments on the form of a free event that has closed (19.32)', () => {
  const subject = subjects[0]
  if (!subject) {
    throw new Error('There is no event')
  }
  const free = { ...subject, fee: { per: 'free' } } as const
  for (const availability of ['cancelled', 'begun', 'over', 'full', 'closed', 'soon'] as const) {
    const stop = findPaymentStop(free, availability)
    expect(`${stop?.title} ${stop?.advice}`).not.toMatch(/pay|paid|UTR/i)
  }
  const card = renderToStaticMarkup(
    <FestivalProvider first={builtState}>
      <NavigationProvider first={screen}>
        <ClosedCard subject={free} status="closed" />
        <OverNotice title="It is over" isFree>
          Registration is closed.
        </OverNotice>
      </NavigationProvider>
    </FestivalProvider>,
  )
  expect(card).not.toMatch(/paid|UTR/)
})

test('does not mention payments before an event has opened (19.44)', () => {
  const [subject] = subjects
  if (!subject) {
    throw new Error('There is no event')
  }
  const card = renderToStaticMarkup(
    <FestivalProvider first={builtState}>
      <NavigationProvider first={screen}>
        <ClosedCard subject={subject} status="soon" />
      </NavigationProvider>
    </FestivalProvider>,
  )
  expect(card).toContain('Registration opens soon')
  expect(card).not.toMatch(/pay|paid|UTR/i)
})

test('says what happens next after a free registration, and does not mention payments (19.31)', () => {
  const free = { fee: { per: 'free' } } as const
  const unconfirmed = render('SeniorQuiz', { amount: 0, payment_reference: '' }, free)
  const approved = { ...free, approval: true, places: 8 } as const
  const requested = render('SeniorQuiz', { amount: 0, payment_reference: '' }, approved)
  expect(unconfirmed).toContain('An e-mail is on its way')
  expect(unconfirmed).toContain('To complete your registration, open the link')
  expect(requested).toContain(
    'The organisers will decide whether to accept your registration and will e-mail you',
  )
  expect(requested).toContain('There are 8 places')
  expect(unconfirmed + requested).not.toMatch(/pay|paid|refund|UPI|UTR|₹|A confirmation/i)
})
