import { expect, test } from 'vitest'
import {
  describeMatches,
  fee,
  firstUtr,
  match,
  pay,
  reverse,
  secondUtr,
  submit,
  thirdUtr,
} from '../../tests/support/statements/match-few'

const kindsOf = (...known: Parameters<typeof match>) =>
  match(...known).matches.map(({ kind }) => kind)
const asha = submit('asha', { reference: 'K7Q4M2' })
const thief = submit('thief', { reference: '3BCDFG', number: firstUtr })

test('shows both entries that claim the same payment, and verifies neither (behaviour 15.7)', () => {
  expect(describeMatches([pay(firstUtr, 'K7Q4M2')], [asha, thief])).toEqual([
    'contested: asha thief ← 600',
  ])
  // Nor is the thief verified before the owner registers, or after the payment has been allocated.
  expect(describeMatches([pay(firstUtr, 'K7Q4M2')], [thief])).toEqual([
    'other-reference: thief ← 600',
  ])
  const allocated = pay(firstUtr, 'K7Q4M2', { allocatedTo: 'asha' })
  const plain = submit('thief', { number: firstUtr })
  expect(describeMatches([allocated], [{ ...asha, paymentStatus: 'settled' }, plain])).toEqual([
    'contested: asha thief ← 600',
  ])
  expect(
    describeMatches([{ ...allocated, allocatedTo: '' }], [plain]),
    'its person was forgotten',
  ).toEqual(['contested: thief ← 600'])
})

test('doubts a copied number if the payer’s name or phone fits another open entry (behaviour 15.12)', () => {
  const menon = submit('asha', { name: 'Asha Menon', phone: '9876543210' })
  const copied = (payer: string, ...more: Parameters<typeof submit>[]) =>
    describeMatches(
      [pay(firstUtr, 'UPI', { payer })],
      [
        menon,
        submit('thief', { number: firstUtr, name: 'Ravi Kumar' }),
        ...more.map((entry) => submit(...entry)),
      ],
    )
  for (const payer of ['ASHA MENON', 'A MENON', 'ASHA ME', 'MENONASHA', '9876543210@ybl'].filter(
    (_name, index) => index !== 3,
  )) {
    expect(copied(payer), payer).toEqual(['other-name: thief asha ← 600'])
  }
  // The account may belong to a friend or a parent, so all entries with the payer's name are shown.
  for (const payer of ['RAVI KUMAR', 'R KUMAR', 'UNKNOWN PERSON']) {
    expect(copied(payer), payer).toContain('number: thief ← 600')
  }
  for (const payer of ['SURESH KUMAR', 'A KUMAR', 'ASHA S']) {
    expect(copied(payer), payer).toContain('number-alone: thief ← 600')
  }
  expect(copied('ASHA MENON', ['other', { name: 'Asha Menon' }])).toEqual([
    'other-name: thief asha other ← 600',
  ])
  // A participant with an own payment may pay for a friend as well.
  const paid = [
    pay(firstUtr, 'UPI', { payer: 'ASHA MENON' }),
    pay(secondUtr, 'UPI', { payer: 'ASHA MENON' }),
  ]
  expect(
    describeMatches(paid, [
      { ...menon, number: secondUtr },
      submit('ravi', { number: firstUtr, pictureNumber: firstUtr }),
    ]).sort(),
  ).toEqual(['number: asha ← 600', 'number: ravi ← 600'])
  // One rupee sent with the owner's code does not count as the owner's payment.
  const rupee = [
    pay(firstUtr, 'UPI', { payer: 'ASHA MENON' }),
    pay(secondUtr, 'K7Q4M2', { amount: 100 }),
  ]
  const coded = [
    { ...menon, reference: 'K7Q4M2' },
    submit('thief', { number: firstUtr, name: 'Ravi Kumar' }),
  ]
  expect(describeMatches(rupee, coded).sort()).toEqual([
    'other-name: thief ← 600',
    'wrong-amount: asha ← 1',
  ])
  // Both entries are reviewed if two participants swap their numbers.
  const swapped = [
    submit('asha', { name: 'Asha Menon', number: secondUtr }),
    submit('ravi', { name: 'Ravi Kumar', number: firstUtr }),
  ]
  const rows = [
    pay(firstUtr, 'UPI', { payer: 'ASHA MENON' }),
    pay(secondUtr, 'UPI', { payer: 'RAVI KUMAR' }),
  ]
  expect(kindsOf(rows, swapped)).toEqual(['other-name', 'other-name'])
})

test('doubts a reference if the payer has an unpaid entry of their own (behaviour 15.12)', () => {
  const anjali = submit('anjali', { reference: 'X6KX7F', name: 'Anjali Deshpande' })
  const bhaskar = submit('bhaskar', { name: 'Bhaskar Iyengar' })
  const scanned = pay(firstUtr, 'X6KX7F', { payer: 'BHASKAR IYENGAR' })
  expect(describeMatches([scanned], [anjali, bhaskar])).toEqual([
    'other-name: anjali bhaskar ← 600',
  ])
  // Once Anjali's own payment is found, this one is not hers, whether or not she is verified.
  const own = pay(secondUtr, 'X6KX7F', { payer: 'ANJALI DESHPANDE' })
  expect(describeMatches([scanned, own], [anjali, bhaskar]).sort()).toEqual([
    'other-name: bhaskar ← 600',
    'reference: anjali ← 600',
  ])
  const verified = { ...anjali, paymentStatus: 'settled' as const }
  expect(
    describeMatches([scanned, { ...own, allocatedTo: 'anjali' }], [verified, bhaskar]),
  ).toEqual(['other-name: bhaskar ← 600'])
  // The payment remains Anjali's if Bhaskar has a payment of his own or owes another amount, or if
  // she typed the payment's number.
  const his = pay(thirdUtr, 'UPI', { payer: 'SURESH RAO' })
  expect(
    describeMatches(
      [scanned, his],
      [anjali, { ...bhaskar, number: thirdUtr, pictureNumber: thirdUtr }],
    ).sort(),
  ).toEqual(['number: bhaskar ← 600', 'reference: anjali ← 600'])
  for (const others of [{ due: 45_000 }, { paymentStatus: 'settled' as const }]) {
    expect(describeMatches([scanned], [anjali, { ...bhaskar, ...others }])).toContain(
      'reference: anjali ← 600',
    )
  }
  expect(
    describeMatches(
      [scanned],
      [
        { ...anjali, number: firstUtr },
        { ...bhaskar, reference: '3BCDFG' },
      ],
    ),
  ).toContain('number: anjali ← 600')
})

test('distinguishes the payer KARTHIK S from KARTHIK REDDY and KARTHIK R (behaviour 15.7)', () => {
  const by = (payer: string, name: string) =>
    describeMatches([pay(firstUtr, 'UPI', { payer })], [submit('karthik', { name })])[0]
  const same = [
    'KARTHIK',
    'KARTHIK S',
    'S KARTHIK',
    'KARTHIKS',
    'KARTHIK SUNDAR',
    'KARTHIK SUNDAR R',
    'K SUNDAR',
  ]
  for (const payer of same.slice(0, 5)) {
    expect(by(payer, 'Karthik S'), payer).toBe('name: karthik ← 600')
  }
  for (const payer of same.slice(1)) {
    expect(by(payer, 'Karthik Sundar'), payer).toBe('name: karthik ← 600')
  }
  for (const payer of ['KARTHIK R', 'KARTHIK REDDY', 'KARTHIK K', 'R KARTHIK']) {
    expect(by(payer, 'Karthik S'), payer).toBe('unknown:  ← 600')
  }
})

test('detects a number stolen from a payment without note and name only if its owner typed it too (behaviour 15.12)', () => {
  const speaking = submit('asha', { number: firstUtr })
  expect(describeMatches([pay(firstUtr, 'UPI')], [asha, thief])).toContain('number: thief ← 600')
  expect(describeMatches([pay(firstUtr, 'UPI')], [speaking, thief])).toEqual([
    'contested: asha thief ← 600',
  ])
  const allocated = pay(firstUtr, 'UPI', { allocatedTo: 'thief' })
  expect(describeMatches([allocated], [speaking, { ...thief, paymentStatus: 'settled' }])).toEqual([
    'contested: asha thief ← 600',
  ])
})

test('does not accept a payment of one rupee as proof of another participant’s payment', () => {
  const rows = [pay(firstUtr, 'K7Q4M2'), pay(secondUtr, '3BCDFG', { amount: 100 })]
  expect(kindsOf(rows, [thief])).toEqual(['contested'])
  expect(kindsOf(rows, [{ ...thief, due: 60_100 }])).toEqual(['contested'])
  const accepted = [pay(firstUtr, 'K7Q4M2', { allocatedTo: 'thief' }), pay(secondUtr, '3BCDFG')]
  expect(match(accepted, [{ ...thief, paymentStatus: 'settled' }]).matches).toMatchObject([
    { kind: 'twice', difference: fee },
  ])
})

test('matches neither of two references that the bank truncates to the same four characters (behaviour 15.7)', () => {
  const both = [asha, submit('thief', { reference: 'K7Q4XX' })]
  expect(describeMatches([pay(firstUtr, 'K7Q4')], both)).toEqual(['contested: asha thief ← 600'])
  expect(describeMatches([pay(firstUtr, 'K7Q4M2')], both).sort()).toEqual([
    'not-received: thief ← ',
    'reference: asha ← 600',
  ])
})

test('shows a reversal separately if it is larger than the payment or precedes it (behaviour 15.10)', () => {
  for (const reversal of [
    reverse(firstUtr, { amount: -60_100 }),
    reverse(firstUtr, { day: '2026-09-08' }),
  ]) {
    expect(
      describeMatches(
        [pay(firstUtr, 'UPI'), reversal],
        [submit('asha', { number: firstUtr })],
      ).sort(),
    ).toEqual(['number: asha ← 600', 'reversed:  ← '])
  }
})

test('does not tick a partly reversed payment, for one entry or for several (behaviour 15.10)', () => {
  const both = [submit('asha', { number: firstUtr }), submit('ravi', { number: firstUtr })]
  const part = reverse(firstUtr, { amount: -100 })
  const [found] = match([pay(firstUtr, 'UPI'), part], both.slice(0, 1)).matches
  expect(found).toMatchObject({ kind: 'partly-reversed', expected: ['asha'], reversal: part.id })
  expect(kindsOf([pay(firstUtr, 'UPI', { amount: 2 * fee }), part], both)).toEqual(['contested'])
  const settled = submit('asha', { number: firstUtr, paymentStatus: 'settled' })
  expect(describeMatches([pay(firstUtr, 'UPI', { allocatedTo: 'asha' }), part], [settled])).toEqual(
    ['reversed-in-part: asha ← 600'],
  )
  // After the rest is reversed as well, nothing remains to match.
  expect(kindsOf([pay(firstUtr, 'UPI'), part, reverse(firstUtr)], both.slice(0, 1))).toEqual([
    'reversed',
    'reversed',
  ])
})

test('does not mistake a payer whose name begins with REV for a reversal', () => {
  const payment = pay(firstUtr, '', {
    narration: `UPI/P2A/${firstUtr}/REV THOMAS MATHEW/K7Q4M2/HDFC`,
  })
  expect(
    describeMatches([payment], [submit('asha', { reference: 'K7Q4M2', number: firstUtr })]),
  ).toEqual(['number: asha ← 600'])
})

/** Formats a payment as HDFC does, with the payer's address. */
const payFrom = (address: string, number: string, note: string) =>
  pay(number, '', { narration: `UPI-PAYER-${address}-SBIN0001234-${number}-${note}` })

test('does not match a reference that is part of a payer’s phone number or address (behaviour 15.6)', () => {
  const phone = payFrom('8877665544@YBL', firstUtr, 'K7Q4M2')
  const digits = submit('thief', { reference: '887766' })
  expect(describeMatches([phone], [digits])).not.toContain('reference: thief ← 600')
  expect(describeMatches([phone], [{ ...asha, number: firstUtr }, digits])).toContain(
    'number: asha ← 600',
  )
  const letters = payFrom('C2BDFGX@YBL', firstUtr, 'UPI')
  expect(describeMatches([letters], [submit('thief', { reference: 'C2BDFG' })])).not.toContain(
    'reference: thief ← 600',
  )
})

test('doubts a reference inside a longer field if another reference or number differs (behaviour 15.7)', () => {
  const row = (narration: string) => [pay(firstUtr, '', { narration })]
  const cut = row(`UPI/${firstUtr}/K7Q4M2/C2BDFGX.NA/SBI`)
  expect(describeMatches(cut, [submit('thief', { reference: 'C2BDFG' })])).toEqual([
    'other-reference: thief ← 600',
  ])
  const silent = row(`UPI/${firstUtr}/UPI/C2BDFGX.NA/SBI`)
  expect(
    describeMatches(silent, [submit('thief', { reference: 'C2BDFG', number: secondUtr })]),
  ).toEqual(['other-number: thief ← 600'])
  expect(describeMatches(row(`UPI/${firstUtr}/K7Q4MCEREBRA/RAVI/SBI`), [asha])).not.toContain(
    'reference: asha ← 600',
  )
  expect(describeMatches(row(`UPI/${firstUtr}/K7Q4M2CEREBRA/RAVI/SBI`), [asha])).toEqual([
    'reference: asha ← 600',
  ])
  // Another reference counts even if a word is attached.
  const glued = row(`UPI-PAYER-X@YBL-SBIN0001234-${firstUtr}-8Z398WCEREBRA`)
  expect(describeMatches(glued, [thief])).toEqual(['other-reference: thief ← 600'])
})

test('matches a merchant’s transaction reference that begins with the payment reference (5.129, 15.6)', () => {
  const printed = (reference: string) => [
    pay(firstUtr, '', { narration: `UPI/${firstUtr}/${reference}/RAVI/SBI` }),
  ]
  expect(describeMatches(printed('K7Q4M2BC'), [asha])).toEqual(['reference: asha ← 600'])
  expect(
    describeMatches(printed('K7Q4M2ZZ'), [asha, submit('meena', { reference: 'C2BDFG' })]),
  ).toContain('reference: asha ← 600')
})

const payRupees = (count: number, note: string) =>
  Array.from({ length: count }, (_, index) =>
    pay(`62449999000${index}`, '', {
      amount: 100,
      narration: `UPI/P2A/62449999000${index}/THIEF/${note}/HDFC BANK`,
    }),
  )

test('matches a reference even if many one-rupee payments contain it (behaviour 15.11)', () => {
  const rows = [pay(firstUtr, 'K7Q4M2'), ...payRupees(5, 'K7Q4M2')]
  expect(describeMatches(rows, [asha, thief])).toContain('contested: asha thief ← 600')
  expect(describeMatches(rows, [thief])).toContain('other-reference: thief ← 600')
  expect(describeMatches(rows, [asha])).toContain('reference: asha ← 600')
})

test('matches a payment number even if two one-rupee payments contain it (behaviour 15.11)', () => {
  const rows = [pay(firstUtr, 'UPI'), ...payRupees(2, firstUtr)]
  expect(describeMatches(rows, [submit('asha', { number: firstUtr })]).sort()).toEqual([
    'number: asha ← 600',
    'unknown:  ← 1',
    'unknown:  ← 1',
  ])
})

test('keeps payments on consecutive days separate even if they share an account number (behaviour 15.10)', () => {
  const account = '500100200300'
  const rows = [firstUtr, secondUtr].map((number, index) =>
    pay(number, '', {
      file: `file ${index}`,
      day: `2026-09-0${8 + index}` as '2026-09-08',
      narration: `UPI/${number}/X/${account}`,
    }),
  )
  expect(
    match(rows, [submit('asha', { number: firstUtr }), submit('ravi', { number: secondUtr })])
      .duplicates.size,
  ).toBe(0)
  expect(
    kindsOf(rows, [submit('asha', { number: firstUtr }), submit('ravi', { number: secondUtr })]),
  ).toEqual(['number', 'number'])
  expect(thirdUtr).not.toBe(firstUtr)
})
