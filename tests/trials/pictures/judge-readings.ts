import { dayAt } from '../../../festival/day'
import type { SubmissionRecord } from '../../../festival/desk/record'
import { agreesWithDue } from '../../../festival/picture/read-payment-picture'
import type { ShownPayment } from '../../support/demo/payment-picture'

/** How many of each were read right, of those that the pictures show. */
export class Readings {
  readonly #right = new Map<string, number>()
  #all = 0
  wrongUtrs = 0

  count({ evidence }: SubmissionRecord, shown: ShownPayment): void {
    const read = evidence[0]
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
