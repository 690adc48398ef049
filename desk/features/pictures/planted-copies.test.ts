import { PNG } from 'pngjs'
import { beforeAll, expect, test } from 'vitest'
import { type Invented, inventFestival } from '../../../tests/support/demo/invent-festival'
import { openPictures, pictureWidth, type ShownPayment } from '../../../tests/support/demo/payment-picture'
import { plantedFaults } from '../../../tests/support/demo/planted-faults'
import { comparePrints, mostDifference } from './compare-prints'
import { makePrint, readPrint, writePrint } from './picture-print'
import { PrintShelf } from './print-shelf'

const paid = Date.parse('2025-10-01T04:30:00Z')
const paymentOf = ({ pictureOf, ...made }: Invented): ShownPayment => {
  const { app, isDark, amount, person, utr, note, paidBeforeMs } = pictureOf ?? made
  return { app, isDark, amount, payee: 'Cerebra', payer: person.name, utr, note, at: new Date(paid - paidBeforeMs) }
}

let draw: Awaited<ReturnType<typeof openPictures>>
beforeAll(async () => {
  draw = await openPictures()
})

const printOf = (payment: ShownPayment, width = pictureWidth) => {
  const { data, ...size } = PNG.sync.read(Buffer.from(draw(payment, width)))
  const print = makePrint({ ...size, data: new Uint8ClampedArray(data) })
  if (!print) throw new Error('A payment has no contrast')
  return print
}

test('every copy that is planted in the demo looks like its original, and no other payment does (14.53)', () => {
  const passes = inventFestival(150, 3).filter(({ kind, fault }) => kind === 'delegate-pass' && fault !== 'same-file')
  const shelf = new PrintShelf()
  const found = passes.flatMap((made, index) =>
    shelf
      .add(
        {
          proof: `${index}`,
          submission: `${index}`,
          print: printOf(paymentOf(made), made.isCopy ? pictureWidth - 40 : pictureWidth),
        },
        true,
      )
      .map(({ proof, other }) => [passes[Number(other)], passes[Number(proof)]?.pictureOf]),
  )
  expect(found).toHaveLength(plantedFaults['near-identical'])
  for (const [original, copied] of found) expect(original).toBe(copied)
})

test('two payments of one person, minutes apart, in one app, don’t look the same (14.53)', () => {
  const first: ShownPayment = {
    ...{ app: 'google-pay', isDark: false, amount: 600, payee: 'Cerebra', payer: 'Asha Demo', note: 'UPI' },
    utr: '527412345678',
    at: new Date(paid),
  }
  const second = { ...first, utr: '527412351902', at: new Date(paid + 120_000) }
  expect(comparePrints(printOf(first), printOf(second))).toBeGreaterThan(mostDifference)
  expect(comparePrints(printOf(first), printOf(first, 720))).toBeLessThan(mostDifference)
})

test('a print is the same once it was kept and read again, and nothing else is read as one (14.53)', () => {
  const print = printOf(paymentOf(inventFestival(150, 3)[0] as Invented))
  const text = writePrint(print) ?? ''
  expect(text.length).toBeLessThan(6_000)
  expect(readPrint(text)).toEqual(print)
  for (const wrong of ['', 'abc', '§', btoa('abc'), text.slice(0, 100)]) expect(readPrint(wrong)).toBeUndefined()
})

test('of a picture of one shade there is no print: it would look like every other (14.53)', () => {
  const data = new Uint8ClampedArray(200 * 400 * 4).fill(250)
  expect(makePrint({ width: 200, height: 400, data })).toBeUndefined()
})

test('prints that other browsers made are compared with one’s own only (14.53)', () => {
  const print = printOf(paymentOf(inventFestival(150, 3)[0] as Invented))
  const shelf = new PrintShelf()
  const add = (proof: string, submission: string, isOwn: boolean) => shelf.add({ proof, submission, print }, isOwn)
  expect(add('a', '1', false)).toEqual([])
  expect(add('b', '2', false)).toEqual([])
  expect(add('c', '3', true).map(({ other }) => other)).toEqual(['a', 'b'])
  expect(add('d', '4', false).map(({ other }) => other)).toEqual(['c'])
  expect(add('d', '4', false)).toEqual([])
  expect(add('e', '3', true).map(({ other }) => other)).toEqual(['a', 'b', 'd'])
})
