import { randomUUID } from 'node:crypto'
import { mostDifference } from '../../../desk/features/pictures/compare-prints'
import { type Invented, inventFestival } from '../../support/demo/invent-festival'
import { openPictures } from '../../support/demo/payment-picture'
import { difference, printCurves, Readings } from './judge-readings'
import { readPrints, readRecords } from './read-desk'
import { type Reencoding, reencode, reencodings } from './reencode'
import { paymentOf, serveAndRead } from './serve-pictures'

interface Shown {
  made: Invented
  /** Of which payment. */
  payment: number
  how: Reencoding
  /** Whether it is the same person's next payment, two minutes later. */
  isNext: boolean
}

const asTaken = reencodings[0] as Reencoding

/** A pass of its own, that shows a payment. */
const withOwnPerson = (made: Invented): Invented => ({
  ...made,
  pictureOf: made,
  person: { ...made.person, email: `${randomUUID()}@students.example` },
  namesUtr: false,
})

const nextOf = (made: Invented, index: number): Invented => ({
  ...made,
  utr: made.utr.slice(0, 7) + String((Number(made.utr.slice(7)) + 1_234 + 7_777 * index) % 100_000).padStart(5, '0'),
  paidBeforeMs: made.paidBeforeMs - 120_000,
})

const showAll = (count: number): Shown[] =>
  inventFestival(150, 7)
    .filter(({ kind, fault }) => kind === 'delegate-pass' && !fault)
    .slice(0, count)
    .flatMap((made, payment) => [
      ...reencodings.map((how) => ({ made: withOwnPerson(made), payment, how, isNext: false })),
      { made: withOwnPerson(nextOf(made, payment)), payment, how: asTaken, isNext: true },
    ])

const keyOf = ({ made }: Shown) => `${made.app} ${made.isDark}`

/** Payments, each written anew in many ways: what is read of each, and how much copies and other payments differ. */
export const tryCopies = async (count: number): Promise<boolean> => {
  const draw = await openPictures()
  const all = showAll(count)
  const showOf = new Map(all.map((shown) => [shown.made, shown]))
  const curves = {
    copies: [] as number[],
    'next of the same person': [] as number[],
    'other of the same app': [] as number[],
  }
  await serveAndRead(
    all.map(({ made }) => made),
    async (made, page) => reencode(page, draw(paymentOf(made)), showOf.get(made)?.how ?? asTaken),
    async (page, perPicture) => {
      const records = await readRecords(page)
      const prints = await readPrints(page)
      const printOf = ({ made }: Shown) => prints.get(records.get(made.person.email)?.[0]?.id ?? '')
      console.log(
        `\n${count} payments, each written anew in ${reencodings.length} ways: ${Math.round(perPicture)} ms a picture`,
      )
      for (const how of reencodings) {
        const readings = new Readings()
        for (const shown of all.filter((other) => other.how === how && !other.isNext)) {
          const record = records.get(shown.made.person.email)?.[0]
          if (record) readings.count(record, paymentOf(shown.made))
        }
        console.log(`${how.name}: ${readings}; ${readings.wrongUtrs} UTRs read wrong`)
      }
      for (const [index, one] of all.entries())
        for (const other of all.slice(index + 1)) {
          if (keyOf(one) !== keyOf(other)) continue
          const value = difference(printOf(one), printOf(other))
          if (value === undefined) continue
          if (one.payment !== other.payment) curves['other of the same app'].push(value)
          else curves[one.isNext === other.isNext ? 'copies' : 'next of the same person'].push(value)
        }
      printCurves(curves)
    },
  )
  const above = curves.copies.filter((value) => value > mostDifference).length
  const below = [...curves['next of the same person'], ...curves['other of the same app']].filter(
    (value) => value <= mostDifference,
  ).length
  console.log(
    `Copies that are not recognised: ${above} of ${curves.copies.length}; other payments taken for copies: ${below}`,
  )
  return below === 0
}
