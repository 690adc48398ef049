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

const leader = { name: 'Asha Rao', phone: '9876543210', year: '2nd year' }
const asha: WalkInDraft = {
  ...emptyWalkIn,
  event: event.key,
  members: [{ id: 0, ...leader, phone: '98765 43210' }, emptyMember(1)],
  email: 'asha@students.test',
  institution: 'Medical College',
  category: 'student',
}
const pass = { ...emptyWalkIn, kind: 'delegate-pass', tier: tier.value } as const
const day = identity.firstDay
const guest = { ...asha, kind: 'accommodation', arrival: `${day}T08:00`, departure: `${day}T20:00` } as const

test('a walk-in is the body of the form, without a picture and without an empty member; a phone is taken as it is said (14.78)', () => {
  const { email, institution, category } = asha
  const form = { event: event.key, members: [leader], email, institution, category }
  expect(readWalkIn(asha)).toEqual({
    ok: true,
    value: { kind: 'registration', paid: 'cash', form: { ...form, delegate_id: '', coupon: '', utr: '' } },
  })
  const { name, phone } = leader
  const { arrival, departure } = guest
  expect(readWalkIn(guest)).toEqual({
    ok: true,
    value: {
      kind: 'accommodation',
      paid: 'cash',
      form: { name, phone, college: institution, email, arrival, departure },
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
  const missing = (draft: WalkInDraft) => {
    const read = readWalkIn(draft)
    return !read.ok && read.errors.map(({ path }) => path)
  }
  expect(missing(emptyWalkIn)).toEqual(['event'])
  expect(missing(pass)).toEqual(['members.0.name', 'email', 'members.0.phone', 'institution'])
  expect(missing({ ...guest, paid: 'upi', institution: '' })).toEqual(['institution', 'utr'])
  expect(formPath('registration', 'form.members.0.name')).toBe('members.0.name')
  expect(formPath('accommodation', 'form.college')).toBe('institution')
})

test('the desk says what to take before it is entered', () => {
  expect(amountToTake(emptyWalkIn)).toBeUndefined()
  expect(amountToTake(asha)).toBe(amountDue(event.fee, 1))
  const team = { ...asha, members: [...asha.members, { ...emptyMember(2), name: 'Ravi' }] }
  expect(amountToTake(team)).toBe(amountDue(event.fee, 2))
  expect(amountToTake(pass)).toBe(tier.price)
  expect(amountToTake(guest)).toBe(accommodation.prebookingFee)
  const covered = subjects.find(({ fee }) => fee.per === 'pass')
  expect(covered && amountToTake({ ...emptyWalkIn, event: covered.key })).toBeNull()
})

test('everything that the server takes can be chosen: all subjects, closed ones too (14.78)', () => {
  expect(all.map(({ key }) => key).sort()).toEqual(subjects.map(({ key }) => key).sort())
})

test('an event is over with its last session, a pass or a room with the last day; nothing is before it is chosen (14.23)', () => {
  expect(isOver(asha, Math.max(...event.slots.map((slot) => Date.parse(slot.start) + 1)))).toBe(false)
  const end = Date.parse(`${identity.lastDay}T23:59:59.999+05:30`)
  for (const draft of [asha, pass, guest]) expect([draft.kind, isOver(draft, end + 1)]).toEqual([draft.kind, true])
  expect(isOver(pass, end)).toBe(false)
  expect(isOver(emptyWalkIn, end + 1)).toBe(false)
})
