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
import { type ExpectedPayment, isTicked, type MatchKind, matchKinds } from './match'
import { isLikelyWrongFile, matchPayments } from './match-payments'

const coded = { reference: 'K7Q4M2' }

test('matches a payment by number, regardless of its note (behaviour 15.6)', () => {
  const asha = submit('asha', { number: firstUtr, ...coded })
  expect(describeMatches([pay(firstUtr, 'UPI')], [asha])).toEqual(['number: asha ← 600'])
  expect(describeMatches([pay(firstUtr, 'K7Q8M2')], [asha]), 'a misread note').toEqual([
    'number: asha ← 600',
  ])
  expect(
    describeMatches([pay('1', '', { reference: firstUtr.slice(0, 12) })], [asha]),
    'in a column of its own',
  ).toEqual(['number: asha ← 600'])
})

test('matches the screenshot’s number unless another number was typed and the name does not fit (behaviour 15.6)', () => {
  expect(
    describeMatches([pay(firstUtr, 'UPI')], [submit('asha', { pictureNumber: firstUtr })]),
  ).toEqual(['picture-number: asha ← 600'])
  const slipped = submit('asha', { number: '624412345679', pictureNumber: firstUtr })
  expect(describeMatches([pay(firstUtr, 'UPI')], [slipped])).toEqual(['picture-number: asha ← 600'])
  // The typed number and the one on the screenshot are different payments. One of the payments is
  // doubted unless the payer's name fits.
  const differs = submit('asha', { number: thirdUtr, pictureNumber: firstUtr })
  expect(describeMatches([pay(firstUtr, 'UPI')], [differs])).toEqual(['other-number: asha ← 600'])
  expect(describeMatches([pay(firstUtr, 'UPI', { payer: 'ASHA' })], [differs])).toEqual([
    'picture-number: asha ← 600',
  ])
  const both = submit('asha', { number: firstUtr, pictureNumber: secondUtr })
  expect(describeMatches([pay(firstUtr, 'UPI'), pay(secondUtr, 'UPI')], [both])).toContain(
    'other-number: asha ← 600',
  )
  expect(
    describeMatches([pay(firstUtr, 'UPI', { payer: 'ASHA' }), pay(secondUtr, 'UPI')], [both]),
  ).toContain('number: asha ← 600')
  const copied = [
    submit('asha', { number: firstUtr }),
    submit('thief', { pictureNumber: firstUtr }),
  ]
  expect(describeMatches([pay(firstUtr, 'UPI')], copied)).toEqual(['contested: asha thief ← 600'])
})

test('matches a payment by its whole or shortened reference (behaviour 15.6)', () => {
  const asha = submit('asha', coded)
  expect(describeMatches([pay(firstUtr, 'K7Q4M2 Cerebra')], [asha])).toEqual([
    'reference: asha ← 600',
  ])
  expect(describeMatches([pay(firstUtr, 'K7Q4')], [asha])).toEqual(['reference: asha ← 600'])
})

test('matches a shortened reference together with a mistyped number (behaviour 15.6)', () => {
  const near = (number: string) =>
    describeMatches([pay(firstUtr, 'K7Q4M')], [submit('asha', { number, ...coded })])
  expect(near('624412345679')).toEqual(['near-number-and-reference: asha ← 600'])
  expect(near('624412345687')).toEqual(['near-number-and-reference: asha ← 600'])
  expect(near(secondUtr)).toEqual(['other-number: asha ← 600'])
  const named = pay(firstUtr, 'K7Q4M', { payer: 'ASHA' })
  expect(describeMatches([named], [submit('asha', { number: secondUtr, ...coded })])).toEqual([
    'reference: asha ← 600',
  ])
})

test('reports the difference if a payment has the wrong amount (behaviour 15.8)', () => {
  const [found] = match(
    [pay(firstUtr, 'K7Q4M2', { amount: 50_000 })],
    [submit('asha', coded)],
  ).matches
  expect(found).toMatchObject({ kind: 'wrong-amount', difference: -10_000 })
})

test('matches a later payment of the difference as a second instalment (behaviour 15.8)', () => {
  const rows = [
    pay(firstUtr, 'K7Q4M2', { amount: 40_000 }),
    pay(secondUtr, 'K7Q4M2', { amount: 20_000 }),
  ]
  expect(describeMatches(rows, [submit('asha', coded)])[0]).toMatch(
    /^in-parts: asha ← (400 200|200 400)$/,
  )
})

test('reports two payments for one entry together, with the amount to refund (behaviour 15.8)', () => {
  const asha = submit('asha', { number: firstUtr, ...coded })
  for (const note of ['K7Q4M2', 'K7Q4M']) {
    expect(match([pay(firstUtr, 'UPI'), pay(secondUtr, note)], [asha]).matches).toMatchObject([
      { kind: 'twice', difference: fee },
    ])
  }
  const settled = submit('asha', { number: firstUtr, ...coded, paymentStatus: 'settled' })
  const allocated = pay(firstUtr, 'UPI', { allocatedTo: 'asha' })
  expect(match([allocated, pay(secondUtr, 'K7Q4M')], [settled]).matches).toMatchObject([
    { kind: 'twice', difference: fee },
  ])
  // The name alone does not prove a second payment, because another person may have it too.
  const named = pay(secondUtr, 'UPI', { payer: 'ASHA MENON' })
  const menon = { name: 'Asha Menon' }
  expect(describeMatches([allocated, named], [{ ...settled, ...menon }])).toEqual([
    'unknown:  ← 600',
  ])
  expect(describeMatches([pay(firstUtr, 'UPI'), named], [{ ...asha, ...menon }]).sort()).toEqual([
    'number: asha ← 600',
    'unknown:  ← 600',
  ])
  // After a cash payment, every bank payment is a second one.
  expect(describeMatches([pay(firstUtr, 'UPI')], [settled])).toEqual(['twice: asha ← 600'])
})

test('matches one payment with several entries only if all name it and the sum is exact (behaviour 15.8)', () => {
  const both = [
    submit('asha', { number: firstUtr }),
    submit('ravi', { number: firstUtr, due: 45_000 }),
  ]
  expect(describeMatches([pay(firstUtr, 'for two', { amount: 105_000 })], both)).toEqual([
    'for-several: asha ravi ← 1050',
  ])
  expect(describeMatches([pay(firstUtr, 'for two', { amount: 105_100 })], both)).toEqual([
    'contested: asha ravi ← 1051',
  ])
})

test('distinguishes references with the same first four characters by the payment numbers', () => {
  const both = [
    submit('asha', { ...coded, number: firstUtr }),
    submit('ravi', { reference: 'K7Q4XX', number: secondUtr }),
  ]
  expect(describeMatches([pay(firstUtr, 'K7Q4'), pay(secondUtr, 'K7Q4')], both).sort()).toEqual([
    'number: asha ← 600',
    'number: ravi ← 600',
  ])
  const bare = both.map(({ number: _number, ...rest }) => rest)
  expect(describeMatches([pay(firstUtr, 'K7Q4'), pay(secondUtr, 'K7Q4')], bare)).toEqual([
    'contested: asha ravi ← 600 600',
  ])
})

test('does not match an edited note, even if only one character differs (behaviour 15.7)', () => {
  const asha = submit('asha', coded)
  expect(describeMatches([pay(firstUtr, 'K7Q4N2')], [asha])).toEqual([
    'unknown:  ← 600',
    'not-received: asha ← ',
  ])
  expect(describeMatches([pay(firstUtr, 'quiz', { day: '2026-09-05' })], [asha])).toEqual([
    'unknown:  ← 600',
    'not-received: asha ← ',
  ])
})

test('proposes a match for a number with one wrong digit, swapped digits or a missing zero (behaviour 15.7)', () => {
  const near = (number: string, shown = firstUtr) =>
    describeMatches([pay(shown, 'UPI')], [submit('asha', { number })])
  expect(near('624412345679')).toEqual(['near-number: asha ← 600'])
  expect(near('624412345687')).toEqual(['near-number: asha ← 600'])
  expect(near('084718897182', '84718897182')).toEqual(['near-number: asha ← 600'])
  expect(near('919876543210', '919876543210'), '91 and a mobile number').toContain(
    'unknown:  ← 600',
  )
})

test('proposes a match by name or phone, amount and day if only one entry and payment fit (behaviour 15.7)', () => {
  const asha = submit('asha', { name: 'Asha K. Menon', phone: '9876543210' })
  const by = (payer: string, more = {}) =>
    describeMatches([pay(firstUtr, 'UPI', { payer, ...more })], [asha])
      .sort()
      .at(-1)
  for (const payer of [
    'ASHA MENON',
    'MENON ASHA',
    'ASHA K ME',
    'A MENON',
    'ASHAMENON',
    'ASHA MENNON',
    'asha.menon@ybl',
  ]) {
    expect(by(payer), payer).toBe('name: asha ← 600')
  }
  for (const payer of ['ASHA', 'RAVI MENON', 'PAYER']) {
    expect(by(payer), payer).toBe('unknown:  ← 600')
  }
  expect(by('9876543210@ybl')).toBe('name: asha ← 600')
  for (const more of [{ day: '2026-09-04' }, { day: '2026-09-12' }, { amount: 60_100 }]) {
    expect(by('ASHA MENON', more), JSON.stringify(more)).toMatch(/^unknown/)
  }
  const again = submit('again', { name: 'Asha Menon' })
  expect(describeMatches([pay(firstUtr, 'UPI', { payer: 'ASHA MENON' })], [asha, again])[0]).toBe(
    'unknown:  ← 600',
  )
  expect(
    describeMatches([pay(firstUtr, '3BCDFG', { payer: 'ASHA MENON' })], [asha])[0],
    'another’s code',
  ).toBe('unknown:  ← 600')
})

test('does not match by amount and day alone (behaviour 15.7)', () => {
  const asha = submit('asha')
  expect(describeMatches([pay(firstUtr, 'UPI', { day: asha.day })], [asha]).sort()).toEqual([
    'not-received: asha ← ',
    'unknown:  ← 600',
  ])
})

test('does not report entries as unpaid if they are newer or older than the file (behaviour 15.9)', () => {
  const days = ['2026-08-31', '2026-09-01', '2026-09-19', '2026-09-20', '2026-09-21'] as const
  const all = days.map((day) => submit(day, { day }))
  expect(describeMatches([], all)).toEqual([
    'older: 2026-08-31 ← ',
    'not-received: 2026-09-01 ← ',
    'not-received: 2026-09-19 ← ',
    'newer: 2026-09-20 ← ',
    'newer: 2026-09-21 ← ',
  ])
})

test('finds a reversed payment and its entry by number and amount (behaviour 15.10)', () => {
  const asha = submit('asha', { number: firstUtr })
  expect(describeMatches([pay(firstUtr, 'UPI'), reverse(firstUtr)], [asha])).toEqual([
    'reversed: asha ← 600',
  ])
  const settled = { ...asha, paymentStatus: 'settled' as const }
  expect(
    describeMatches([pay(firstUtr, 'UPI', { allocatedTo: 'asha' }), reverse(firstUtr)], [settled]),
  ).toEqual(['reversed: asha ← 600'])
  expect(describeMatches([reverse(firstUtr)], [asha])).toEqual(['reversed: asha ← '])
  const again = submit('asha', { number: firstUtr, ...coded })
  expect(
    describeMatches(
      [pay(firstUtr, 'UPI'), pay(secondUtr, 'K7Q4M2'), reverse(firstUtr)],
      [again],
    ).sort(),
  ).toEqual(['reference: asha ← 600', 'reversed:  ← 600'])
})

test('merges a reversal that appears in two files, and finds the payment in both (behaviour 15.10)', () => {
  const other = {
    file: 'second',
    narration: `BY UPI ${firstUtr} ASHA`,
    balance: 1,
    day: '2026-09-10',
  } as const
  const twice = [
    pay(firstUtr, 'UPI'),
    pay(firstUtr, '', other),
    reverse(firstUtr),
    reverse(firstUtr, { file: 'second', day: '2026-09-10' }),
  ]
  expect(describeMatches(twice, [submit('asha', { number: firstUtr })])).toEqual([
    'reversed: asha ← 600',
  ])
})

test('ignores a number that appears in every row (behaviour 15.11)', () => {
  const account = '500100200300'
  const rows = [firstUtr, secondUtr, thirdUtr].map((number) =>
    pay(number, 'UPI', { narration: `UPI/${number}/X/${account}` }),
  )
  expect(
    describeMatches(rows, [
      submit('asha', { number: secondUtr }),
      submit('thief', { number: account }),
    ]).sort(),
  ).toEqual(['not-received: thief ← ', 'number: asha ← 600', 'unknown:  ← 600', 'unknown:  ← 600'])
})

test('ignores a shortened reference that appears in every row (behaviour 15.11)', () => {
  const rows = ['2', '3', '4', '5', '6', '7', '8'].map((digit) =>
    pay(`62441234567${digit}`, 'UPI', {
      narration: `UPI/62441234567${digit}/X/UPI/AT 5BRNC PONDY`,
    }),
  )
  const all = [submit('asha', { number: '624412345672' }), submit('thief', { reference: '5BRNCH' })]
  expect(describeMatches(rows, all).filter((text) => !text.startsWith('unknown'))).toEqual([
    'number: asha ← 600',
    'not-received: thief ← ',
  ])
})

test('counts a payment in two files once, but two rows of one file with the same number twice (behaviour 15.10)', () => {
  const asha = submit('asha', coded)
  const statement = pay(firstUtr, 'UPI')
  const report = pay(firstUtr, '', {
    file: 'second',
    narration: 'asha@ybl K7Q4M2',
    reference: firstUtr,
    day: '2026-09-10',
  })
  const { matches, duplicates } = match([statement, report], [asha])
  expect(matches).toMatchObject([{ kind: 'reference', expected: ['asha'] }])
  expect([...duplicates.keys()].sort()).toEqual([statement.id, report.id].sort())
  // An allocation covers all duplicates of its row.
  const settled = submit('asha', { ...coded, paymentStatus: 'settled' })
  expect(describeMatches([statement, { ...report, allocatedTo: 'asha' }], [settled])).toEqual([])
  expect(describeMatches([pay(firstUtr, 'K7Q4'), { ...report, file: 'first' }], [asha])).toEqual([
    'twice: asha ← 600 600',
  ])
})

test('merges rows of two files with equal numbers and amounts, even if the days differ (behaviour 15.91)', () => {
  const asha = submit('asha', coded)
  const saturday = pay(firstUtr, 'K7Q4', { day: '2026-09-05' })
  const monday = pay(firstUtr, 'UPI', {
    day: '2026-09-08',
    file: 'second',
    balance: saturday.balance ?? 0,
  })
  expect(describeMatches([saturday, monday], [asha])).toEqual(['reference: asha ← 600'])
  const tuesday = pay(firstUtr, '', { day: '2026-09-09', file: 'third', narration: firstUtr })
  const back = [
    reverse(firstUtr, { day: '2026-09-10' }),
    reverse(firstUtr, { day: '2026-09-13', file: 'second' }),
  ]
  expect(describeMatches([saturday, monday, tuesday], [asha])).toEqual(['reference: asha ← 600'])
  expect(describeMatches([saturday, monday, ...back], [asha])).toEqual(['reversed: asha ← 600'])
  // In one file they are two payments, even if the other file has both.
  expect(describeMatches([saturday, { ...monday, file: 'first' }], [asha])).toEqual([
    'reference: asha ← 600',
    'unknown:  ← 600',
  ])
  const both = [saturday, monday].map((row) => ({ ...row, file: 'first' }))
  const again = both.map((row, at) =>
    pay(firstUtr, '', { day: row.day, file: 'second', narration: `${firstUtr} again ${at}` }),
  )
  expect(match([...both, ...again], []).matches).toHaveLength(2)
})

test('merges rows that share only one number if they are at most a day apart (behaviour 15.91)', () => {
  const asha = submit('asha', { number: firstUtr })
  const further = (day: '2026-09-10' | '2026-09-11') =>
    pay(firstUtr, '', { file: 'second', narration: `${firstUtr} ${secondUtr}`, day })
  expect(describeMatches([pay(firstUtr, 'UPI'), further('2026-09-10')], [asha])).toEqual([
    'number: asha ← 600',
  ])
  expect(describeMatches([pay(firstUtr, 'UPI'), further('2026-09-11')], [asha])).toEqual([
    'twice: asha ← 600 600',
  ])
})

test('merges rows without a 12-digit number if day, amount and balance are equal (behaviour 15.91)', () => {
  const asha = submit('asha', { name: 'Asha Rao' })
  const narration = 'NEFT CR-SBIN0001234-ASHA RAO-N305263051234567'
  const first = pay('', '', { narration, balance: 1_030_000 })
  const second = { narration: 'NEFT ASHA RAO N305263051234567', balance: 1_030_000, file: 'second' }
  expect(describeMatches([first, pay('', '', second)], [asha])).toEqual(['name: asha ← 600'])
  expect(match([first, pay('', '', { ...second, balance: 1_090_000 })], []).matches).toHaveLength(2)
  expect(match([first, pay('', '', { ...second, day: '2026-09-10' })], []).matches).toHaveLength(2)
  expect(match([first, pay('', '', { ...second, file: 'first' })], []).matches).toHaveLength(2)
})

test('does not merge payments by an account number that several rows of a file share (behaviour 15.91)', () => {
  const account = '500100200300'
  const weeks = ['2026-09-01', '2026-09-08'] as const
  const rows = weeks.flatMap((day, week) =>
    ['ASHA', 'RAVI', 'MARY'].map((name) =>
      pay('', '', { day, file: `week ${week}`, narration: `NEFT ${account} ${name} ${week}` }),
    ),
  )
  expect(match(rows, []).duplicates.size).toBe(0)
})

test('prefers a full name to one that another file truncates (behaviour 15.10)', () => {
  const people = [
    submit('asha', { name: 'Ashalata Kumar' }),
    submit('other', { name: 'Ashalata Kulkarni' }),
  ]
  const cut = pay(firstUtr, '', { payer: 'ASHALATA KU' })
  const whole = pay(firstUtr, '', {
    file: 'second',
    narration: 'Ashalata Kumar',
    reference: firstUtr,
  })
  expect(describeMatches([cut], people)[0]).toBe('unknown:  ← 600')
  expect(describeMatches([cut, whole], people)[0]).toBe('name: asha ← 600')
})

test('reports payments for closed entries unless an open entry has the payment’s number (behaviour 15.60)', () => {
  const gone = submit('gone', { number: firstUtr, paymentStatus: 'closed' })
  expect(describeMatches([pay(firstUtr, 'UPI')], [gone])).toEqual(['not-accepted: gone ← 600'])
  expect(
    describeMatches([pay(firstUtr, 'UPI')], [gone, submit('asha', { number: firstUtr })]),
  ).toEqual(['number: asha ← 600'])
  const cut = submit('asha', { ...coded, number: secondUtr })
  const alike = { ...gone, reference: 'K7Q4ZZ' }
  expect(describeMatches([pay(firstUtr, 'K7Q4')], [alike, cut])).toEqual([
    'not-accepted: gone ← 600',
    'not-received: asha ← ',
  ])
  expect(describeMatches([], [gone])).toEqual([])
})

test('keeps a refund due although another entry shares only the number of the payment (behaviour 15.60)', () => {
  const gone = submit('gone', { name: 'Hari Menon', number: firstUtr, paymentStatus: 'closed' })
  const row = pay(firstUtr, 'UPI', { payer: 'HARI MENON' })
  const other = { name: 'Divya Rao', due: 70_000 }
  for (const evidence of [
    { pictureNumber: firstUtr },
    { number: firstUtr, pictureNumber: firstUtr },
  ]) {
    const divya = submit('divya', { ...other, ...evidence })
    expect(describeMatches([row], [gone, divya])).toEqual([
      'not-accepted: gone ← 600',
      'not-received: divya ← ',
    ])
    for (const paymentStatus of ['settled', 'closed'] as const) {
      for (const due of [70_000, fee]) {
        expect(
          describeMatches([row], [gone, { ...divya, paymentStatus, due }]),
          `${paymentStatus} ${due}`,
        ).toEqual(['not-accepted: gone ← 600'])
      }
    }
  }
})

test('does not let a rejected or withdrawn entry take another participant’s payment (behaviour 15.60)', () => {
  const divya = { name: 'Divya Rao', due: 70_000, number: firstUtr }
  const row = pay(firstUtr, 'UPI', { payer: 'DIVYA RAO' })
  const stranger = submit('gone', {
    name: 'Hari Menon',
    number: firstUtr,
    pictureNumber: firstUtr,
    paymentStatus: 'closed',
  })
  const wrongAmount = ['wrong-amount: divya ← 600']
  expect(describeMatches([row], [stranger, submit('divya', divya)])).toEqual(wrongAmount)
  // Even if the stranger has the payer's name, the participant keeps a payment with their own name
  // or reference.
  const namesake = { ...stranger, name: 'Divya Rao' }
  expect(describeMatches([row], [namesake, submit('divya', divya)])).toEqual(wrongAmount)
  const father = { ...namesake, name: 'Suresh Rao' }
  const byFather = pay(firstUtr, 'K7Q4M2', { payer: 'SURESH RAO' })
  expect(describeMatches([byFather], [father, submit('divya', { ...divya, ...coded })])).toEqual(
    wrongAmount,
  )
  // The exact amount, or sum of amounts, is as clear as the payer's name.
  expect(
    describeMatches(
      [pay(firstUtr, 'UPI', { payer: 'SURESH RAO' })],
      [father, submit('divya', { ...divya, due: fee })],
    ),
  ).toEqual(['other-name: divya gone ← 600'])
  const both = [
    submit('divya', { ...divya, due: 35_000 }),
    submit('asha', { number: firstUtr, due: 25_000 }),
  ]
  expect(
    describeMatches([pay(firstUtr, 'UPI', { payer: 'SURESH RAO' })], [father, ...both]),
  ).toEqual(['for-several: asha divya ← 600'])
  const allocated = pay(firstUtr, 'UPI', { payer: 'SURESH RAO', allocatedTo: 'divya' })
  expect(
    describeMatches([allocated], [father, submit('divya', { ...divya, paymentStatus: 'settled' })]),
  ).toEqual([])
})

test('proposes nothing for settled payments', () => {
  const asha = submit('asha', { number: firstUtr, paymentStatus: 'settled' })
  expect(describeMatches([pay(firstUtr, 'UPI', { allocatedTo: 'asha' })], [asha])).toEqual([])
  const two1 = [asha, submit('ravi', { number: firstUtr, paymentStatus: 'settled' })]
  expect(
    describeMatches([pay(firstUtr, 'UPI', { allocatedTo: 'asha', amount: 2 * fee })], two1),
  ).toEqual([])
})

test('ticks only reliable matches of entries without a money flag (behaviour 15.21)', () => {
  const ticked = Object.keys(matchKinds).filter((kind) =>
    isTicked({ kind: kind as MatchKind, expected: [] }),
  )
  expect(ticked).toEqual(['number', 'reference', 'picture-number', 'near-number-and-reference'])
  const tick = (kind: MatchKind, state: string, ...flags: string[]) =>
    isTicked({ kind, expected: [{ state, flags }] })
  expect(tick('number', 'submitted', 'overlap', 'team-rule', 'many-from-one')).toBe(true)
  expect(tick('picture-number', 'verified', 'other-utr')).toBe(true)
  expect([
    tick('number', 'submitted', 'other-utr'),
    tick('number', 'submitted', 'same-file'),
  ]).toEqual([false, false])
  expect(tick('number', 'needs-correction')).toBe(false)
  // Another entry uploaded a screenshot of the same payment later (behaviour 14.156).
  expect(
    isTicked({ kind: 'number', expected: [{ state: 'submitted', flags: [], isShared: true }] }),
  ).toBe(false)
})

test('recognises a wrong file if hardly any payment matches an entry (behaviour 15.41)', () => {
  const count = 30
  const numberOf = (index: number) => `6244123456${String(10 + index)}`
  const all = Array.from({ length: count }, (_none, index) =>
    submit(`s${index}`, { number: numberOf(index) }),
  )
  const judge = (right: number, day = '2026-09-10' as const) => {
    const rows = all.map((_one, index) =>
      pay(index < right ? numberOf(index) : `1${9_000_000_000_0 + index * 7919}`, 'UPI', { day }),
    )
    const known = {
      rows,
      expected: all,
      days: { first: '2026-09-01', last: '2026-09-20' },
    } as const
    return isLikelyWrongFile(rows, known, matchPayments(known))
  }
  expect([judge(0), judge(2), judge(5), judge(count)]).toEqual([true, true, false, false])
})

test('finds a transfer’s return by serial number or code if the amounts are equal (behaviour 15.95)', () => {
  const asha = submit('asha', coded)
  const transfer = pay('', '', {
    narration: 'NEFT CR-SBIN0001234-ASHA RAO-N305263051234567-K7Q4M2',
  })
  const back = (narration: string, amount = -fee) =>
    reverse('', { narration, amount, day: '2026-09-11' })
  expect(describeMatches([transfer, back('N305263051234567')], [asha])).toEqual([
    'reversed: asha ← 600',
  ])
  expect(describeMatches([transfer, back('K7Q4M2')], [asha])).toEqual(['reversed: asha ← 600'])
  // With another amount, the row may be a partial refund, or a charge that quotes the code or
  // serial number.
  for (const words of ['N305263051234567', 'K7Q4M2']) {
    expect(describeMatches([transfer, back(words, -5_000)], [asha])).toContain(
      'reference: asha ← 600',
    )
  }
  // The code of a branch does not identify a transfer.
  expect(describeMatches([transfer, back('SBIN0001234')], [asha])).toContain(
    'reference: asha ← 600',
  )
})

test('finds a code with spaces or a hyphen, but still matches another entry by number (behaviour 15.95)', () => {
  const asha = submit('asha', coded)
  for (const narration of [`UPI/${firstUtr}/A/K7 Q4 M2`, `UPI-ASHA-${firstUtr}-K7Q4-M2`]) {
    expect(describeMatches([pay(firstUtr, '', { narration })], [asha])).toEqual([
      'reference: asha ← 600',
    ])
  }
  const other = submit('ravi', { number: firstUtr, reference: '3BCDFG' })
  expect(
    describeMatches([pay(firstUtr, '', { narration: `UPI/${firstUtr}/A/K7 Q4 M2` })], [other]),
  ).toEqual(['number: ravi ← 600'])
})

test('shows both payments if two equal payments match one entry’s name (behaviour 15.98)', () => {
  const asha = submit('asha', { name: 'Asha Rao' })
  const equal = [1, 2].map((at) =>
    pay('', '', { narration: 'UPI CREDIT ASHA RAO', balance: 1_000_000 + at * fee }),
  )
  expect(describeMatches(equal, [asha])).toEqual(['contested: asha ← 600 600'])
  expect(describeMatches(equal, [asha, submit('other', { name: 'Asha Rao' })]).sort()).toEqual([
    'not-received: asha ← ',
    'not-received: other ← ',
    'unknown:  ← 600',
    'unknown:  ← 600',
  ])
})

test('shows up to five payments that match only one entry’s name (behaviour 15.98)', () => {
  const asha = submit('asha', { name: 'Asha Rao' })
  const listKinds = (count: number) => {
    const rows = Array.from({ length: count }, (_none, at) =>
      pay('', '', { narration: 'UPI CREDIT ASHA RAO', balance: 1_000_000 + at * fee }),
    )
    return match(rows, [asha]).matches.map(({ kind }) => kind)
  }
  expect(listKinds(5)).toEqual(['contested'])
  expect(new Set(listKinds(6))).toEqual(new Set(['unknown', 'not-received']))
})

test('does not report a wrong file because of entries made before its first or after its last day (behaviour 15.80)', () => {
  const rows = Array.from({ length: 12 }, (_none, at) => pay(`6245000022${10 + at}`, 'rent'))
  const judge = (day: ExpectedPayment['day']) => {
    const expected = rows.map((_row, at) => submit(`guest${at}`, { day }))
    const known = { rows, expected, days: { first: '2026-09-01', last: '2026-09-20' } } as const
    return isLikelyWrongFile(rows, known, matchPayments(known))
  }
  const days = ['2026-09-08', '2026-09-09', '2026-09-10'] as const
  expect(days.map(judge)).toEqual([false, true, false])
})
