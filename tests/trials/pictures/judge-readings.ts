import { comparePrints, mostDifference } from '../../../desk/features/pictures/compare-prints'
import { type PicturePrint, readPrint } from '../../../desk/features/pictures/picture-print'
import { dayAt } from '../../../festival/day'
import type { SubmissionRecord } from '../../../festival/desk/record'
import { agreesWithDue } from '../../../festival/picture/agrees-with-due'
import type { ShownPayment } from '../../support/demo/payment-picture'

/** How many of each were read right, of those that the pictures show. */
export class Readings {
  readonly #right = new Map<string, number>()
  #all = 0
  wrongUtrs = 0

  count({ evidence }: SubmissionRecord, shown: ShownPayment): void {
    const read = evidence.find(({ kind }) => kind === 'ocr')
    const isRight = {
      UTR: read?.utr === shown.utr,
      amount: read?.amount !== undefined && agreesWithDue(read.amount, shown.amount),
      day: read?.date === dayAt(shown.at.getTime()),
      note: (read?.note ?? '') === shown.note,
    }
    this.#all += 1
    if (read?.utr !== undefined && !isRight.UTR) this.wrongUtrs += 1
    for (const [name, right] of Object.entries(isRight))
      this.#right.set(name, (this.#right.get(name) ?? 0) + (right ? 1 : 0))
  }

  toString(): string {
    return [...this.#right].map(([name, right]) => `${name} ${right} of ${this.#all}`).join(', ')
  }
}

/** Differences of pairs, in steps of 0.02, as a line of a table for each. */
export const printCurves = (curves: Readonly<Record<string, readonly number[]>>): void => {
  const step = 0.02
  const names = Object.keys(curves)
  console.log(`\nHow much two pictures differ (the limit is ${mostDifference}):`)
  console.log(['differ by', ...names].map((text) => text.padStart(26)).join(''))
  const most = Math.max(
    ...Object.values(curves)
      .flat()
      .map((value) => Math.min(value, 0.7)),
  )
  for (let from = 0; from <= most; from += step) {
    const inStep = (value: number) => Math.min(value, 0.7) >= from && Math.min(value, 0.7) < from + step
    const counts = names.map((name) => curves[name]?.filter(inStep).length ?? 0)
    if (counts.every((n) => n === 0)) continue
    const label = `${from.toFixed(2)} to ${(from + step).toFixed(2)}`
    console.log([label, ...counts.map(String)].map((text) => text.padStart(26)).join(''))
  }
  for (const name of names) {
    const sorted = [...(curves[name] ?? [])].sort((less, more) => less - more)
    const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN).toFixed(3)
    console.log(`${name}: ${sorted.length} pairs, least ${at(0)}, median ${at(0.5)}, most ${at(1)}`)
  }
}

export const difference = (one: string | undefined, other: string | undefined): number | undefined => {
  const prints = [one, other].map((text): PicturePrint | undefined =>
    text === undefined ? undefined : readPrint(text),
  )
  return prints[0] && prints[1] ? comparePrints(prints[0], prints[1]) : undefined
}
