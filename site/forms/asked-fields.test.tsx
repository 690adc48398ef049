import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import * as content from '#edition/identity'
import {
  type Member,
  type Registration,
  registrationSchema,
} from '../../festival/forms/registration'
import { fieldId } from '../../ui/field'
import { AccommodationForm, requestSchema } from '../features/accommodation/accommodation-form'
import {
  DelegatePassForm,
  purchaseSchema,
  usePurchase,
} from '../features/delegate-pass/delegate-pass-form'
import { PaymentDialog } from '../features/delegate-pass/payment-dialog'
import { RegistrationForm } from '../features/registration/registration-form'
import { loadScreen, NavigationProvider } from '../navigation/navigation'
import Rehearsal from '../routes/rehearsal'
import type { PaymentStop } from './payment-gate'

/**
 * These fields have no input: the event comes from the URL, the reference is generated, the page
 * knows the version of its privacy notice, and this edition does not ask for the age.
 */
const notAsked: readonly string[] = [
  'event',
  'payment_reference',
  'privacy_notice',
  'age',
] satisfies (keyof Registration)[]

const ofMember: Record<keyof Member, true> = { name: true, phone: true, year: true }

const registrationFields = [
  ...new Set(subjects.flatMap((subject) => Object.keys(registrationSchema(subject).entries))),
  ...Object.keys(ofMember).map((field) => `members.0.${field}`),
]

const first = await loadScreen('/')

const render = (screen: ReactNode) =>
  renderToStaticMarkup(<NavigationProvider first={first}>{screen}</NavigationProvider>)

/** The fields that have no input on this screen. */
const listForgotten = (fields: readonly string[], screen: ReactNode): string[] => {
  const html = render(screen)
  // A field with several parts has one id per part: `field-members-0-name`.
  return fields.filter(
    (field) => !notAsked.includes(field) && !new RegExp(`id="${fieldId(field)}["-]`).test(html),
  )
}

const nothing = () => undefined
const withoutFrame = (_summary: unknown, form: ReactNode) => form

const Payment = () => {
  const form = usePurchase(nothing)
  return (
    tiers[0] && <PaymentDialog form={form} tier={tiers[0]} stop={undefined} onClose={nothing} />
  )
}

test('the pass form and its payment step ask for every field of a purchase', () => {
  const values = Object.keys(purchaseSchema.entries)
  const screen = (
    <>
      <DelegatePassForm onDone={nothing} />
      <Payment />
    </>
  )
  expect(listForgotten(values, screen)).toEqual([])
})

test('the accommodation form asks for every field of a request', () => {
  expect(
    listForgotten(Object.keys(requestSchema.entries), <AccommodationForm onDone={nothing} />),
  ).toEqual([])
})

test('the event forms ask for every field of a registration and its members', () => {
  const forms = subjects.map((subject) => (
    <RegistrationForm
      key={subject.key}
      subject={subject}
      stop={undefined}
      onDone={nothing}
      frame={withoutFrame}
    />
  ))
  expect(listForgotten(registrationFields, forms)).toEqual([])
})

test('the practice form asks for the specified fields and shows no fee (9.10)', () => {
  const asked = [
    'name',
    'email',
    'phone',
    'institution',
    'category',
    'year',
    'workshop_experience',
    'expectations',
  ]
  const further = ['emergency_contact', 'emergency_phone', 'tshirt_size', 'dietary_restrictions']
  expect(listForgotten([...asked, ...further], <Rehearsal />)).toEqual([])
  expect(render(<Rehearsal />)).not.toContain('₹')
})

test('event forms say that the screenshot is enough (5.59)', () => {
  const forms = subjects.map((subject) => (
    <RegistrationForm
      key={subject.key}
      subject={subject}
      stop={undefined}
      onDone={nothing}
      frame={withoutFrame}
    />
  ))
  expect(render(forms)).toContain('up to 4 MB). The screenshot is enough.')
  expect(render(forms)).toContain(
    'up to 4 MB). The screenshot is enough; the UTR makes checking faster.',
  )
})

test('a form’s summary shows the fee and, for a workshop, the required pass and the total (3.7)', () => {
  const showSummary = (key: string, stop?: PaymentStop) => {
    const subject = subjects.find((candidate) => candidate.key === key)
    if (!subject) {
      throw new Error(`No ${key}`)
    }
    return render(
      <RegistrationForm
        subject={subject}
        stop={stop}
        onDone={nothing}
        frame={(summary) => summary}
      />,
    )
  }
  expect(showSummary('Sonostrike')).toContain(
    '₹600 + delegate pass (₹1,100 or ₹1,300 in total) · no lunch',
  )
  expect(showSummary('SmartAI')).toContain(
    '₹500 + delegate pass (₹1,000 or ₹1,200 in total) · lunch',
  )
  expect(showSummary('Vivantia')).toContain(
    'Delegate Pass Required (₹500 or ₹700), nothing more to pay · no lunch',
  )
  expect(showSummary('SeniorQuiz')).toContain('₹600 · lunch')
  expect(showSummary('SeniorQuiz')).toContain('To pay')
  const stop = { title: 'Registration has closed', advice: '' }
  expect(showSummary('SeniorQuiz', stop)).not.toContain('To pay')
})

test('makes the UTR mandatory if the edition requires it (3.12)', async () => {
  const field = { path: 'utr', value: '', error: undefined, onChange: nothing, onBlur: nothing }
  const show = async () => {
    const { proofHint, UtrField } = await import('./fields')
    return [
      proofHint.includes('The screenshot is enough'),
      renderToStaticMarkup(<UtrField {...field} />).includes('optional'),
    ]
  }
  expect(await show()).toEqual([true, true])
  vi.resetModules()
  vi.doMock('#edition/identity', () => ({
    ...content,
    identity: { ...content.identity, isUtrRequired: true },
  }))
  expect(await show()).toEqual([false, false])
  vi.doUnmock('#edition/identity')
  // Other test files share the module cache.
  vi.resetModules()
})
