import { expect, test } from 'vitest'
import { compareReading } from './compare-reading'

const proof = {
  field: 'payment_screenshot_url',
  id: 'new',
  address: '/api/desk/entries/4f/proofs/new',
  format: 'jpg',
  bytes: 41_000,
  replacedAt: null,
}
const read = { by: 'asha@college.example', at: '2025-10-01T04:30:00.000Z' }
const entry = {
  amount: 300,
  utr: '409212341000',
  paymentReference: 'K7Q4M2',
  sentAt: '2025-10-01T04:30:00.000Z',
  proofs: [proof],
  ocrResults: [
    {
      ...read,
      proof: 'new',
      amount: 200,
      utr: '409212341000',
      note: 'k7q4m2 Cerebra',
      date: '2025-10-01',
    },
  ],
}

const outcomes = (given: Parameters<typeof compareReading>[0]) =>
  compareReading(given).map(({ name, read, isSame }) => [name, read, isSame])

test('compares the payment picture with the fee and the entry’s details', () => {
  expect(outcomes(entry)).toEqual([
    ['Amount', '₹200', false],
    ['UTR', '409212341000', true],
    ['Payment reference (in the note)', 'k7q4m2 Cerebra', true],
    ['Date', 'Wed 1 Oct', undefined],
  ])
})

test('does not compare a value that is missing, or a fee that a pass covers', () => {
  expect(outcomes({ ...entry, ocrResults: [] }).map(([, , isSame]) => isSame)).toEqual(
    Array(4).fill(undefined),
  )
  expect(outcomes({ ...entry, amount: null, utr: '' }).map(([, , isSame]) => isSame)).toEqual([
    undefined,
    undefined,
    true,
    undefined,
  ])
})

test('ignores OCR results from replaced proofs', () => {
  const replaced = { ...proof, id: 'old', replacedAt: '2025-10-02T04:30:00.000Z' }
  const ocrResults = [{ ...read, proof: 'old', amount: 300 }]
  expect(outcomes({ ...entry, proofs: [proof, replaced], ocrResults })[0]).toEqual([
    'Amount',
    '',
    undefined,
  ])
})

test('treats amounts as equal even if the rupee sign was read as a digit (14.51)', () => {
  const ocrResults = [{ ...read, proof: 'new', amount: 3_300 }]
  expect(outcomes({ ...entry, ocrResults })[0]).toEqual([
    'Amount',
    '₹300 (the ₹ read as a digit)',
    true,
  ])
})
