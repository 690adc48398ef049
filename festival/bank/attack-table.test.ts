import { expect, test } from 'vitest'
import {
  fee,
  firstUtr,
  match,
  pay,
  reverse,
  secondUtr,
  submit,
} from '../../tests/support/statements/match-few'
import { type BankRow, type ExpectedPayment, matchKinds } from './match'

/** `owner` made the payment; `payer` is the name on the statement. */
type Paid = [owner: string, number: string, payer: string, note: string, more?: Partial<BankRow>]

/** Banks print all details, a truncated name, no note, or only the number. */
const layouts = {
  HDFC: (number: string, payer: string, note: string) =>
    `UPI-${payer}-Q12@YBL-SBIN0001234-${number}-${note}`,
  SBI: (number: string, payer: string, note: string) =>
    `BY TRANSFER-UPI/CR/${number}/${payer.slice(0, 8)}/HDFC/${note}--`,
  PNB: (number: string, payer: string) => `UPI/CR/${number}/${payer.slice(0, 8)}/HDFC`,
  bare: (number: string) => `UPI ${number}`,
}

/** Lists the entries that are ticked for another entry's payment, with the bank's layout. */
const findWrong = (forms: readonly ExpectedPayment[], paid: readonly Paid[]): string[] =>
  Object.entries(layouts).flatMap(([layout, write]) => {
    const rows = paid.map(([, number, payer, note, more]) =>
      pay(number, '', {
        narration: (more?.amount ?? 1) < 0 ? number : write(number, payer, note),
        ...more,
      }),
    )
    const owners = new Map(rows.map(({ id }, index) => [id, paid[index]?.[0]]))
    return match(rows, forms)
      .matches.filter(
        ({ kind, expected, rows: own }) =>
          matchKinds[kind].isTicked && owners.get(own[0] ?? '') !== expected[0],
      )
      .map(({ expected }) => `${layout}: ${expected.join(' ')}`)
  })

const asha = submit('asha', { name: 'Asha Menon', reference: 'K7Q4M2' })
const ravi = submit('ravi', { name: 'Ravi Kumar', reference: '3BCDFG' })
const typed = { ...ravi, number: firstUtr }
const shown = { ...typed, pictureNumber: firstUtr }
const hers: Paid = ['asha', firstUtr, 'ASHA MENON', 'UPI']
const mothers: Paid = ['asha', firstUtr, 'LAKSHMI MENON', 'UPI']

/** This unrelated entry has the payers' names, so that the matcher knows the words as names. */
const others = submit('others', { name: 'Asha Lakshmi Menon', paymentStatus: 'settled' })
const cut = ['SBI: ravi', 'PNB: ravi', 'bare: ravi']
const all = ['HDFC: ravi', ...cut]

/**
 * A statement cannot reveal every theft. A bare number contradicts no entry. A truncated name may
 * fit several people, so only open entries with the same amount and day are compared. If the owner
 * has no entry, a screenshot counts for the participant who uploads it.
 */
const attacks: [what: string, forms: ExpectedPayment[], paid: Paid[], wrong: string[]][] = [
  ['a UTR copied from an open form', [asha, typed], [hers], ['bare: ravi']],
  ['a UTR copied together with its screenshot', [asha, shown], [hers], ['bare: ravi']],
  ['a UTR that the owner typed as well', [{ ...asha, number: firstUtr }, shown], [hers], []],
  ['the owner owes another amount', [{ ...asha, due: 45_000 }, shown], [hers], cut],
  ['the owner registers six days later', [{ ...asha, day: '2026-09-15' }, shown], [hers], cut],
  [
    'the owner owes another amount and registers six days later',
    [{ ...asha, due: 45_000, day: '2026-09-15' }, shown],
    [hers],
    all,
  ],
  [
    'the owner was rejected',
    [{ ...asha, paymentStatus: 'closed', number: firstUtr }, shown],
    [hers],
    ['bare: ravi'],
  ],
  [
    'the owner was rejected and gave no number',
    [{ ...asha, paymentStatus: 'closed' }, shown],
    [hers],
    cut,
  ],
  [
    'UTR and code are copied, and the owner was rejected',
    [
      { ...asha, paymentStatus: 'closed', number: firstUtr, pictureNumber: firstUtr },
      { ...shown, reference: 'K7Q4M2' },
    ],
    [['asha', firstUtr, 'ASHA MENON', 'K7Q4M2']],
    ['bare: ravi'],
  ],
  [
    'UTR and code are copied, and the owner’s open entry has neither',
    [
      { ...asha, reference: undefined },
      { ...shown, reference: 'K7Q4M2' },
    ],
    [['asha', firstUtr, 'ASHA MENON', 'K7Q4M2']],
    ['bare: ravi'],
  ],
  [
    'UTR and code are copied, and the owner’s rejected entry has neither',
    [
      { ...asha, reference: undefined, paymentStatus: 'closed' },
      { ...shown, reference: 'K7Q4M2' },
    ],
    [['asha', firstUtr, 'ASHA MENON', 'K7Q4M2']],
    cut,
  ],
  ['the owner has not registered yet', [typed], [hers], ['bare: ravi']],
  ['the owner of UTR and screenshot has not registered yet', [shown], [hers], all],
  ['the owner’s mother paid without a code', [asha, typed], [mothers], ['bare: ravi']],
  [
    'the note contains the owner’s code',
    [asha, shown],
    [['asha', firstUtr, 'ASHA MENON', 'K7Q4M2']],
    ['bare: ravi'],
  ],
  [
    'a participant paid with another’s code',
    [asha, ravi],
    [['ravi', firstUtr, 'RAVI KUMAR', 'K7Q4M2']],
    [],
  ],
  [
    'a participant paid with another’s code, and its owner paid too',
    [asha, ravi],
    [
      ['ravi', firstUtr, 'RAVI KUMAR', 'K7Q4M2'],
      ['asha', secondUtr, 'ASHA MENON', 'K7Q4M2'],
    ],
    [],
  ],
  [
    'the thief’s name is the owner’s first name and an initial',
    [submit('thief', { name: 'Asha S', number: firstUtr })],
    [hers],
    ['bare: thief'],
  ],
  [
    'the thief copies a UTR and pays one rupee with their own code',
    [asha, typed],
    [hers, ['ravi', secondUtr, 'RAVI KUMAR', '3BCDFG', { amount: 100 }]],
    ['bare: ravi'],
  ],
  [
    'two participants swapped their UTRs',
    [{ ...asha, number: secondUtr }, typed],
    [hers, ['ravi', secondUtr, 'RAVI KUMAR', 'UPI']],
    ['bare: ravi', 'bare: asha'],
  ],
  [
    'a payment covers two, and a second participant typed its UTR',
    [{ ...asha, number: firstUtr }, typed],
    [['asha', firstUtr, 'ASHA MENON', 'UPI', { amount: 2 * fee }]],
    [],
  ],
  [
    'two codes begin with the same characters',
    [asha, { ...ravi, reference: 'K7Q4XX' }],
    [['asha', firstUtr, 'ASHA MENON', 'K7Q4']],
    [],
  ],
  [
    'a payment was refunded in part',
    [typed],
    [
      ['nobody', firstUtr, 'RAVI KUMAR', 'UPI'],
      ['nobody', firstUtr, '', '', { amount: -100 }],
    ],
    [],
  ],
  [
    'a stranger has the name of a verified participant',
    [{ ...asha, paymentStatus: 'settled' }],
    [['stranger', firstUtr, 'ASHA MENON', 'UPI']],
    [],
  ],
  [
    'a UTR is one digit away from a stranger’s',
    [{ ...ravi, number: '624412345679' }],
    [['stranger', firstUtr, 'X Y', 'UPI']],
    [],
  ],
]

test.each(attacks)(
  'ticks a wrong entry only for attacks known to succeed: %s (behaviour 15.12)',
  (_what, forms, paid, wrong) => {
    expect(findWrong([...forms, others], paid)).toEqual(wrong)
  },
)

test('ticks no entry for a returned payment in any layout (behaviour 15.10)', () => {
  for (const write of Object.values(layouts)) {
    const row = pay(firstUtr, '', { narration: write(firstUtr, 'RAVI KUMAR', '3BCDFG') })
    expect(
      match([row, reverse(firstUtr)], [shown]).matches.filter(
        ({ kind }) => matchKinds[kind].isTicked,
      ),
    ).toEqual([])
  }
})
