import { expect, test } from 'vitest'
import { accommodation } from '#edition/accommodation'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { checkWalkIn } from '../../../festival/contract/walk-in'
import { type Detail, details } from '../../../festival/forms/details'
import { amountDue } from '../../../festival/payment/fee'
import {
  addressOrganiser,
  amountToTake,
  emptyMember,
  emptyWalkIn,
  formPath,
  isOver,
  listEventChoices,
  readWalkIn,
  type WalkInDraft,
  walkInFields,
} from './walk-in-draft'

const event = subjects.find(({ teamSize, passRequired }) => teamSize !== 1 && !passRequired)
const [tier] = tiers
if (!event || !tier) {
  throw new Error('The edition offers no event for a team, or no tier')
}

const leader = { name: 'Asha Rao', phone: '9876543210', year: '2nd year' }
const answers = {
  event: event.key,
  email: 'asha@students.test',
  institution: 'Medical College',
  college: 'Medical College',
  category: 'student',
}
const asha: WalkInDraft = {
  ...emptyWalkIn,
  answers,
  members: [{ id: 0, ...leader, phone: '98765 43210' }, emptyMember(1)],
}
const pass: WalkInDraft = { ...emptyWalkIn, kind: 'delegate-pass', answers: { tier: tier.value } }
const stay = { arrival: `${identity.firstDay}T08:00`, departure: `${identity.firstDay}T20:00` }
const guest: WalkInDraft = { ...asha, kind: 'accommodation', answers: { ...answers, ...stay } }

const withAnswers = (draft: WalkInDraft, given: Record<string, string>): WalkInDraft => ({
  ...draft,
  answers: { ...draft.answers, ...given },
})

test('builds the form’s body without pictures or empty members (14.78)', () => {
  const readBody = (draft: WalkInDraft) => {
    const read = readWalkIn(draft, subjects)
    const checked = read.ok ? checkWalkIn(read.value, subjects) : undefined
    return checked?.ok ? checked.body : undefined
  }
  const { event, email, institution, category, college } = answers
  const form = {
    event,
    members: [leader],
    email,
    institution,
    category,
    payment_screenshot_url: '',
  }
  expect(readBody(asha)).toMatchObject({ ...form, delegate_id: '', coupon: '', utr: '' })
  const { name, phone } = leader
  const pictures = { id_proof_url: '', participation_proof_url: '', payment_proof_url: '' }
  expect(readBody(guest)).toEqual({
    name,
    phone,
    college,
    email,
    ...stay,
    events: [],
    transaction_id: '',
    ...pictures,
  })
})

test('asks every question in the table of details', () => {
  for (const { kind } of [asha, pass, guest]) {
    expect(walkInFields[kind]).toEqual(
      expect.arrayContaining(
        Object.entries<Detail>(details[kind]).map(([path, { label, choices }]) => ({
          path,
          label,
          choices,
        })),
      ),
    )
  }
})

test('ignores the UTR of a payment in cash, and checks that of a payment by UPI', () => {
  const paidAs = (paid: WalkInDraft['paid'], utr: string) =>
    readWalkIn({ ...withAnswers(asha, { utr }), paid }, subjects)
  expect(paidAs('cash', '409212341000')).not.toHaveProperty('value.form.utr')
  expect(paidAs('upi', '4092 1234 1000')).toMatchObject({
    value: { form: { utr: '4092 1234 1000' } },
  })
  expect(paidAs('upi', 'T123')).toMatchObject({ errors: [{ path: 'utr' }] })
})

test('reports each missing field, treating the buyer of a pass as the leader', () => {
  const missing = (draft: WalkInDraft) => {
    const read = readWalkIn(draft, subjects)
    return !read.ok && read.errors.map(({ path }) => path)
  }
  expect(missing(emptyWalkIn)).toEqual(['event'])
  expect(missing(pass)).toEqual([
    'members.0.name',
    'email',
    'members.0.phone',
    ...Object.keys(details['delegate-pass']),
  ])
  expect(missing(withAnswers({ ...guest, paid: 'upi' }, { college: '' }))).toEqual([
    'college',
    'transaction_id',
  ])
  expect(formPath('accommodation', 'phone')).toBe('members.0.phone')
})

test('shows the amount to collect before the walk-in is saved', () => {
  expect(amountToTake(emptyWalkIn)).toBeUndefined()
  expect(amountToTake(asha)).toBe(amountDue(event.fee, 1))
  const team = { ...asha, members: [...asha.members, { ...emptyMember(2), name: 'Ravi' }] }
  expect(amountToTake(team)).toBe(amountDue(event.fee, 2))
  expect(amountToTake(pass)).toBe(tier.price)
  expect(amountToTake(guest)).toBe(accommodation?.prebookingFee)
  const covered = subjects.find(({ fee }) => fee.per === 'pass')
  expect(covered && amountToTake(withAnswers(emptyWalkIn, { event: covered.key }))).toBeNull()
})

test('offers all events and workshops, even closed ones (14.78)', () => {
  const choices = listEventChoices(subjects)
  expect(choices.map(({ value }) => value)).toEqual(subjects.map(({ key }) => key))
})

test('says that an event is full before cash is taken (18.19)', () => {
  const [subject] = subjects
  const key = subject?.key ?? ''
  const count = { places: 3, placed: 1, pending: 1, waiting: 0 }
  const findLabel = (places: typeof count) =>
    listEventChoices(subjects, { [key]: places })[0]?.label
  expect(findLabel(count)).not.toContain('full')
  expect(findLabel({ ...count, pending: 2 })).toContain('full)')
})

test('treats an event as over after its last session, and a pass or room after the last day (14.23)', () => {
  expect(
    isOver(asha, Math.max(...event.slots.map((slot) => Date.parse(slot.start) + 1)), subjects),
  ).toBe(false)
  const end = Date.parse(`${identity.lastDay}T23:59:59.999+05:30`)
  for (const draft of [asha, pass, guest]) {
    expect([draft.kind, isOver(draft, end + 1, subjects)]).toEqual([draft.kind, true])
  }
  expect(isOver(pass, end, subjects)).toBe(false)
  expect(isOver(emptyWalkIn, end + 1, subjects)).toBe(false)
})

test('rewords messages to the participant for the organiser', () => {
  expect(
    [
      'Enter your full name.',
      'Choose or write your year of study.',
      'Enter the team leader’s full name.',
    ].map(addressOrganiser),
  ).toEqual([
    'Enter the full name.',
    'Choose or write the year of study.',
    'Enter the team leader’s full name.',
  ])
})
