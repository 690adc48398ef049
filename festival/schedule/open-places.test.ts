import { expect, test } from 'vitest'
import { describeOpenPlaces } from './open-places'

const subject = { places: 40 }

test('says how many places are left before the payment (18.9)', () => {
  expect(describeOpenPlaces(subject, { level: 'free', left: 6 }, 600)).toBe('6 of 40 places left.')
})

test('promises a refund if all places may be taken (18.9)', () => {
  expect(describeOpenPlaces(subject, { level: 'few', left: 0 }, 600)).toBe(
    'Pay ₹600 now. All 40 places may be taken: if none becomes free before the event starts, we will refund your payment.',
  )
})

test('says that a pass stays valid if all places may be taken (18.9)', () => {
  expect(describeOpenPlaces(subject, { level: 'few', left: 0 }, undefined)).toBe(
    'All 40 places may already be taken. There is nothing to pay, and your pass stays valid whether or not you get a place.',
  )
})

test('says nothing about places without a limit (18.9)', () => {
  expect(describeOpenPlaces({}, undefined, 600)).toBeUndefined()
})
