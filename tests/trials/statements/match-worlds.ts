import { identifyRow } from '../../../festival/bank/statement'
import { choosePayments } from '../../../festival/bank/verdict'
import { judgeWorld, type WorldVerdict } from '../../support/statements/judge-world'
import { axis, federal, hdfc, narrate, pnb, sbiOld, type Template } from '../../support/statements/narrate'
import { book } from '../../support/statements/transaction'
import { inventWorld, type World } from '../../support/statements/world'

/** How banks word a payment: what of note, name and address they print. */
const styles: readonly { name: string; template: Template; noteKept: number }[] = [
  { name: 'whole note, name, address (HDFC)', template: hdfc, noteKept: 18 },
  { name: 'whole note, name (Axis)', template: axis, noteKept: 6 },
  { name: 'note cut at 5, name cut at 8 (SBI)', template: sbiOld, noteKept: 5 },
  { name: 'no note, name cut at 8 (PNB)', template: pnb, noteKept: 0 },
  { name: 'note, address, no name (Federal)', template: federal, noteKept: 6 },
  { name: 'no note, no name, no address', template: ({ rrn }) => `UPI/CR/${rrn}/UPI`, noteKept: 0 },
]

const matchStyle = (world: World, { template, noteKept }: (typeof styles)[number]): WorldVerdict => {
  const movements = world.transactions.filter(({ kind }) => kind !== 'failed')
  const rows = book(movements, 1_000_050).map((booked, index) => ({
    line: index + 1,
    day: booked.day,
    amount: booked.amount,
    narration: narrate(booked, template, noteKept),
    reference: '',
    balance: booked.balance,
  }))
  const owners = new Map(movements.map(({ rrn, claim }) => [rrn, claim]))
  const { payments, reversals } = choosePayments({ rows }, { from: world.days.first, to: world.days.last })
  const identified = [...payments, ...reversals].map((row) => ({ ...row, id: identifyRow(row), file: 'one' }))
  return judgeWorld(world, identified, ({ narration }) => owners.get(/\d{12}/.exec(narration)?.[0] ?? ''))
}

const share = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`

/** Prints for each style what came of a world, and returns how many matches were wrong. */
export const matchWorlds = (count: number, seed: number): number => {
  let wrong = 0
  for (const ocr of [90, 65])
    for (const style of styles) {
      const verdict = matchStyle(inventWorld({ count, seed, ocr }), style)
      wrong += verdict.wrong.length
      const left = Object.entries(verdict.left).map(([group, some]) => `${group} ${some}`)
      console.log(
        `OCR ${ocr} % · ${style.name}: matched ${share(verdict.matched, verdict.payable)} of ${verdict.payable}; left: ${left.join(', ')}; WRONG ${verdict.wrong.length}`,
      )
      console.log(
        `    ${Object.entries(verdict.kinds)
          .map(([kind, { all, right }]) => `${kind} ${right}/${all}`)
          .join(', ')}`,
      )
      for (const text of verdict.wrong.slice(0, 3)) console.log(`    ${text}`)
    }
  return wrong
}

export const main = async ([count = '1500', ...seeds]: string[]): Promise<void> => {
  for (const seed of seeds) {
    console.log(`seed ${seed}`)
    matchWorlds(Number(count), Number(seed))
  }
}
