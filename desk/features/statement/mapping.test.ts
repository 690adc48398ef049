import { expect, test } from 'vitest'
import { listColumns, readMapping, startMapping } from './mapping'

const header = ['', 'Posted on', 'What', 'Dr / Cr', 'Sum', 'Left', 'Dr / Cr']

test('the second of two columns of one name can be told from the first', () => {
  expect(listColumns(header)).toEqual(['Posted on', 'What', 'Dr / Cr', 'Sum', 'Left', 'Dr / Cr 2'])
})

test('a mapping is a layout as soon as day, text and money have a column (behaviour 15.3)', () => {
  const draft = { ...startMapping({ day: 'Posted on' }), money: 'with direction' as const, amount: 'Sum' }
  expect(readMapping(draft, header)).toBeUndefined()
  expect(readMapping({ ...draft, narration: 'What', direction: 'Dr / Cr', balance: 'Left' }, header)).toEqual({
    id: 'drcr drcr2 left postedon sum what',
    name: 'own layout',
    day: ['Posted on'],
    narration: ['What'],
    balance: ['Left'],
    money: { kind: 'with direction', amount: ['Sum'], direction: ['Dr / Cr'] },
  })
})

test('what is proposed stands in the draft to be looked over', () => {
  expect(
    startMapping({ day: 'Date', narration: 'What', money: { kind: 'two columns', debit: 'Out', credit: 'In' } }),
  ).toMatchObject({ day: 'Date', narration: 'What', money: 'two columns', debit: 'Out', credit: 'In', balance: '' })
})
