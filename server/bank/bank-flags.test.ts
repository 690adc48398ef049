import { expect, test } from 'vitest'
import type { EntryDetails } from '../../festival/contract/entry'
import { decideOn, readOnly } from '../../tests/support/entries'
import {
  bank,
  getOnlyMatch,
  makeItem,
  pays,
  startBank,
} from '../../tests/support/statements/bank-desk'

startBank()

test('keeps an entry verified after a reversal if it has a second payment or cash (15.24)', async () => {
  await bank.expectPayment('K7Q4M2')
  const paid = [pays('527400000001', 'K7Q4M2'), pays('527400000002', 'K7Q4M2')]
  const back = (number: string) => ({ ...pays(number, ''), amount: -50_000, narration: number })
  await bank.importStatement(paid)
  await bank.settle([makeItem(getOnlyMatch(await bank.preview()))])
  await bank.importStatement([back('527400000001')])
  expect(await bank.readStates()).toEqual(['verified bank'])
  await bank.db.updateTable('review').set({ cash_amount: 50_000 }).execute()
  await bank.importStatement([back('527400000002')])
  expect(await bank.readStates()).toEqual(['verified cash'])
})

test('flags a verified entry while a pending entry names the same payment (15.24)', async () => {
  await bank.expectPayment('3BCDFG', '527400000001')
  await bank.importStatement([pays('527400000001', 'K7Q4M2')])
  const only = getOnlyMatch(await bank.preview())
  await bank.settle([makeItem(only, { reason: 'showed a screenshot' })])
  const [thief] = only.expected
  const flagsOf = async (state: string) => (await readOnly(bank.ravi, `?state=${state}`)).flags
  expect(await flagsOf('verified')).toEqual([])
  await bank.expectPayment('K7Q4M2')
  expect(await flagsOf('submitted')).toEqual([])
  expect(await flagsOf('verified')).toEqual(['payment-contested'])
  const { flagList }: EntryDetails = await bank.read(`entries/${thief?.id}`)
  expect(flagList).toMatchObject([
    { detail: 'Another entry claims ₹500 paid on Wed 1 Oct.', others: [{}] },
  ])
  const owner = await readOnly(bank.ravi, '?state=submitted')
  expect((await decideOn(bank.ravi, owner, { decision: 'reject' })).status).toBe(200)
  await bank.importStatement([pays('527400000009', 'rent', 90_000)])
  expect(await flagsOf('verified')).toEqual([])
})

test('flags a verified entry whose payment has a pending entry’s transaction reference (15.24, 5.129)', async () => {
  await bank.expectPayment('3BCDFG', '527400000001')
  await bank.importStatement([pays('527400000001', 'K7Q4M2BC')])
  await bank.settle([
    makeItem(getOnlyMatch(await bank.preview()), { reason: 'showed a screenshot' }),
  ])
  await bank.expectPayment('K7Q4M2')
  expect((await readOnly(bank.ravi, '?state=submitted')).flags).toEqual([])
  expect((await readOnly(bank.ravi, '?state=verified')).flags).toEqual(['payment-contested'])
})

test('shows a payment on the page of the entry that its narration names (15.26)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'k7q4m2')])
  const { id } = await readOnly(bank.ravi)
  const { bankRows }: EntryDetails = await bank.read(`entries/${id}`)
  expect(bankRows).toMatchObject([{ paymentStatus: 'names-it' }])
})

test('counts two equal transfers without 12-digit numbers as two payments (15.91)', async () => {
  await bank.expectPayment('K7Q4M2')
  const transfer = (number: string) => ({
    day: '2025-10-01',
    amount: 25_000,
    narration: `NEFT-${number}-ASHA-K7Q4M2`,
  })
  await bank.importStatement([transfer('N274253051234567'), transfer('N274253051234568')])
  expect((await readOnly(bank.ravi)).flags).toEqual([])
})

test('counts a payment once even if two files give different dates (15.91)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([pays('527400000001', 'K7Q4M2', 50_000, '2025-09-27')])
  const again = [pays('527400000001', 'K7Q4M2', 50_000, '2025-09-29')]
  expect(await bank.preview(again)).toMatchObject({
    fresh: { count: 0, sum: 0 },
    known: 0,
    reworded: 1,
  })
  await bank.importStatement(again)
  expect(getOnlyMatch(await bank.preview()).kind).toBe('reference')
  expect((await readOnly(bank.ravi)).flags).toEqual([])
  expect((await bank.read('bank')).payments.open).toEqual({ count: 1, sum: 50_000 })
})

test('flags a verified entry if a debit repeats the serial number of its transfer (15.95)', async () => {
  await bank.expectPayment('K7Q4M2')
  await bank.importStatement([
    { day: '2025-09-30', amount: 50_000, narration: 'NEFT-N274253051234567-ASHA-K7Q4M2' },
  ])
  await bank.settle([makeItem(getOnlyMatch(await bank.preview()))])
  await bank.importStatement([
    { day: '2025-10-01', amount: -50_000, narration: 'N274253051234567' },
  ])
  const { id, flags } = await readOnly(bank.ravi)
  expect(flags).toEqual(['payment-reversed'])
  const { bankRows }: EntryDetails = await bank.read(`entries/${id}`)
  expect(bankRows).toMatchObject([{ paymentStatus: 'reversed' }])
})
