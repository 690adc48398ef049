import { describe, expect, expectTypeOf, it, test } from 'vitest'
import { pricePasses } from '../schedule/sale-ends'
import {
  amountDue,
  couponDiscount,
  type Fee,
  firstListedPrice,
  formatFee,
  formatRupees,
  formatTotal,
} from './fee'
import { type Paise, type Rupees, toPaise, toRupees } from './money'

const presentation: Fee = { per: 'member-count', single: 300, team: 400 }
const quiz: Fee = { per: 'team', amount: 600 }
const suturing: Fee = { per: 'entry', amount: 500 }
const withPass: Fee = { per: 'pass' }

test.each([
  [50, '₹50'],
  [600, '₹600'],
  [1_500, '₹1,500'],
  [40_000, '₹40,000'],
  [100_000, '₹1,00,000'],
  [12_345_678, '₹1,23,45,678'],
])('groups the digits of %i rupees as in India: %s', (amount, words) => {
  expect(formatRupees(amount)).toBe(words)
})

test('describes each fee with its amounts', () => {
  expect(formatFee(presentation, 2)).toBe('₹300 (Single) / ₹400 (Team of 2)')
  expect(formatFee(quiz, 3)).toBe('₹600 per team')
  expect(formatFee(suturing, 1)).toBe('₹500')
  expect(formatFee(withPass, 1)).toBe('Delegate Pass Required')
  expect(formatFee({ per: 'pass', tier: 'Tier 2' }, 1)).toBe(
    'Included with the Tier 2 Delegate Pass',
  )
})

test('charges one person the single price and a team the team price', () => {
  expect(amountDue(presentation, 1)).toBe(300)
  expect(amountDue(presentation, 2)).toBe(400)
})

test('charges a team the same price for any number of members', () => {
  expect([1, 2, 3].map((members) => amountDue(quiz, members))).toEqual([600, 600, 600])
})

test('charges nothing for an event that a pass includes, with or without a coupon', () => {
  expect(amountDue(withPass, 1)).toBeUndefined()
  expect(amountDue(withPass, 1, true)).toBeUndefined()
  expect(firstListedPrice(withPass)).toBeUndefined()
  expect(couponDiscount(withPass)).toBe(0)
})

test('takes 5% off the first listed price for a coupon', () => {
  expect(amountDue(quiz, 3, true)).toBe(570)
  expect(amountDue(suturing, 1, true)).toBe(475)
  expect(amountDue(presentation, 1, true)).toBe(285)
})

test('discounts the team price by 5% of the single price for a coupon', () => {
  expect(firstListedPrice(presentation)).toBe(300)
  expect(amountDue(presentation, 2, true)).toBe(385)
})

test('rounds a discounted price to whole rupees, such as ₹142.50 to ₹143', () => {
  expect(amountDue({ per: 'team', amount: 150 }, 3, true)).toBe(143)
  expect(amountDue({ per: 'entry', amount: 1 }, 1, true)).toBe(1)
  expect(amountDue({ per: 'entry', amount: 109 }, 1, true)).toBe(104)
})

test('rounds 95% of every price to the nearest rupee', () => {
  for (let amount = 1; amount <= 5_000; amount += 1) {
    const due = amountDue({ per: 'entry', amount }, 1, true)
    expect(Number.isInteger(due)).toBe(true)
    expect(Math.abs((due ?? 0) - amount * 0.95)).toBeLessThanOrEqual(0.5 + 1e-9)
  }
})

describe('the total for someone without a pass (3.7)', () => {
  const prices = pricePasses([
    { label: 'Tier 1', price: 500 },
    { label: 'Tier 2', price: 700 },
  ])
  const workshop = { teamSize: 1, passRequired: true }

  it('adds the price of the required pass to the fee of a workshop', () => {
    expect(formatTotal({ ...workshop, fee: { per: 'entry', amount: 600 } }, prices)).toBe(
      '₹600 + delegate pass (₹1,100 or ₹1,300 in total)',
    )
  })

  it('is the price of the pass if a workshop has no fee of its own', () => {
    expect(formatTotal({ ...workshop, fee: { per: 'pass' } }, prices)).toBe(
      'Delegate Pass Required (₹500 or ₹700), nothing more to pay',
    )
    expect(formatTotal({ ...workshop, fee: { per: 'pass', tier: 'Tier 2' } }, prices)).toBe(
      'Included with the Tier 2 Delegate Pass (₹700)',
    )
  })

  it('is the fee alone if no pass is required', () => {
    expect(
      formatTotal({ fee: { per: 'team', amount: 600 }, teamSize: 3, passRequired: false }, prices),
    ).toBe('₹600 per team')
  })
})

test('the compiler rejects rupees as paise, and paise as rupees', () => {
  expectTypeOf<Paise>().not.toExtend<Rupees>()
  expectTypeOf<Rupees>().not.toExtend<Paise>()
  expect([toPaise(600), toRupees(60_000)]).toEqual([60_000, 600])
})

describe('a fee per member', () => {
  const dance: Fee = { per: 'member', amount: 110 }

  it.each([
    [1, 110, 105],
    [7, 770, 732],
    [8, 880, 836],
    [12, 1_320, 1_254],
    [13, 1_430, 1_359],
  ])(
    'is due for each of %i members: ₹%i, or ₹%i with the coupon (19.1, 19.2)',
    (count, full, reduced) => {
      expect([amountDue(dance, count), amountDue(dance, count, true)]).toEqual([full, reduced])
    },
  )

  it('is shown for one member (19.1)', () => {
    const teamSize = { least: 8, most: 12 }
    expect(formatTotal({ fee: dance, teamSize, passRequired: false }, {})).toBe('₹110 per member')
  })
})

test('shows a free event as free, without a price for the coupon (19.7)', () => {
  const free: Fee = { per: 'free' }
  expect(formatFee(free, 1)).toBe('Free')
  expect([amountDue(free, 3), amountDue(free, 3, true)]).toEqual([0, 0])
  expect(firstListedPrice(free)).toBeUndefined()
})
