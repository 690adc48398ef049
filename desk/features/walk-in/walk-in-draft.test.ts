import { expect, test } from 'vitest'
import { accommodation } from '#edition/accommodation'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { amountDue } from '../../../festival/amount-due'
import {
  amountToTake,
  emptyMember,
  emptyWalkIn,
  formPath,
  isOver,
  offered,
  readWalkIn,
  type WalkInDraft,
} from './walk-in-draft'

const all = offered.flatMap((group) => group.subjects)
const event = all.find(({ teamSize, passRequired }) => teamSize > 1 && !passRequired)
const [tier] = tiers
if (!event || !tier) throw new Error('The edition offers no event for a team, or no tier')

const asha: WalkInDraft = {
  ...emptyWalkIn,
  event: event.key,
  members: [{ id: 0, name: 'Asha Rao', phone: '9876543210', year: '2nd year' }, emptyMember(1)],
  email: 'asha@students.test',
  institution: 'Medical College',
  category: 'student',
}

test('a walk-in is the body of the form, without a picture and without an empty member', () => {
  expect(readWalkIn(asha)).toEqual({
    ok: true,
    value: {
      kind: 'registration',
      paid: 'cash',
      form: {
        event: event.key,
        members: [{ name: 'Asha Rao', phone: '9876543210', year: '2nd year' }],
        email: 'asha@students.test',
        institution: 'Medical College',
        category: 'student',
        delegate_id: '',
        coupon: '',
        utr: '',
      },
    },
  })
})

test('a UTR counts only for what was paid by UPI', () => {
  expect(readWalkIn({ ...asha, utr: '409212341000' })).toMatchObject({ value: { form: { utr: '' } } })
  expect(readWalkIn({ ...asha, paid: 'upi', utr: '4092 1234 1000' })).toMatchObject({
    value: { form: { utr: '409212341000' } },
  })
  expect(readWalkIn({ ...asha, paid: 'upi', utr: 'T123' })).toMatchObject({ errors: [{ path: 'utr' }] })
})

test('what is missing is named by its field, the buyer of a pass where a leader stands', () => {
  expect(readWalkIn(emptyWalkIn)).toMatchObject({ errors: [{ path: 'event' }] })
  const pass = readWalkIn({ ...emptyWalkIn, kind: 'delegate-pass', tier: tier.value })
  expect(!pass.ok && pass.errors.map(({ path }) => path)).toEqual([
    'members.0.name',
    'email',
    'members.0.phone',
    'institution',
  ])
  expect(formPath('registration', 'form.members.0.name')).toBe('members.0.name')
  expect(formPath('accommodation', 'form.college')).toBe('institution')
})

test('the desk says what to take before it is entered', () => {
  expect(amountToTake(emptyWalkIn)).toBeUndefined()
  expect(amountToTake(asha)).toBe(amountDue(event.fee, 1))
  const team = { ...asha, members: [...asha.members, { ...emptyMember(2), name: 'Ravi' }] }
  expect(amountToTake(team)).toBe(amountDue(event.fee, 2))
  expect(amountToTake({ ...emptyWalkIn, kind: 'delegate-pass', tier: tier.value })).toBe(tier.price)
  const covered = subjects.find(({ fee }) => fee.per === 'pass')
  expect(covered && amountToTake({ ...emptyWalkIn, event: covered.key })).toBeNull()
})

test('everything that the server takes can be chosen: all subjects, closed ones too, and a room (14.78)', () => {
  expect(all.map(({ key }) => key).sort()).toEqual(subjects.map(({ key }) => key).sort())
  expect(amountToTake({ ...emptyWalkIn, kind: 'accommodation' })).toBe(accommodation.prebookingFee)
  const day = identity.firstDay
  const guest = { ...asha, kind: 'accommodation', arrival: `${day}T08:00`, departure: `${day}T20:00` } as const
  expect(readWalkIn(guest)).toEqual({
    ok: true,
    value: {
      kind: 'accommodation',
      paid: 'cash',
      form: {
        name: 'Asha Rao',
        phone: '9876543210',
        college: 'Medical College',
        email: 'asha@students.test',
        arrival: `${day}T08:00`,
        departure: `${day}T20:00`,
      },
    },
  })
  expect(readWalkIn({ ...guest, paid: 'upi', institution: '' })).toMatchObject({
    errors: [{ path: 'institution' }, { path: 'utr' }],
  })
})

test('a phone is taken as it is said at the desk (14.78)', () => {
  const said = { ...asha, members: [{ id: 0, name: 'Asha Rao', phone: '98765 43210', year: '2nd year' }] }
  expect(readWalkIn(said)).toMatchObject({ value: { form: { members: [{ phone: '9876543210' }] } } })
})

test('an event is over with its last session, a pass or a room with the last day; nothing is before it is chosen (14.23)', () => {
  const end = Math.max(...event.slots.map((slot) => Date.parse(slot.start) + 1))
  expect(isOver(asha, end)).toBe(false)
  const after = Date.parse(`${identity.lastDay}T23:59:59.999+05:30`)
  for (const kind of ['registration', 'delegate-pass', 'accommodation'] as const)
    expect([kind, isOver({ ...asha, kind }, after + 1)]).toEqual([kind, true])
  expect(isOver({ ...asha, kind: 'delegate-pass' }, after)).toBe(false)
  expect(isOver({ ...asha, event: '' }, after + 1)).toBe(false)
})
