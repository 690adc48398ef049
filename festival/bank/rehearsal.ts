import { readNarration, tellingLength } from './narration'
import type { Payment } from './statement'

/** A QR of the money rehearsal: ₹1, one app each, with a note of its own that begins with a reference. */
export interface RehearsedPayment {
  /** "PhonePe". */
  app: string
  note: string
  /** The payment number that the app showed, where somebody wrote it down. */
  number?: string
}

export interface RehearsedResult {
  app: string
  /** `unknown`: no payment of this file is surely this app's. */
  outcome: 'note came' | 'note dropped' | 'unknown'
  /** How many characters of the note the bank printed. */
  kept: number
}

const rupee = 100

const countKept = (narration: string, note: string): number => {
  const [text, whole] = [narration, note].map((one) => one.toUpperCase().replace(/\s+/g, ' '))
  for (let length = whole?.length ?? 0; length >= tellingLength; length--)
    if (whole && text?.includes(whole.slice(0, length).trimEnd())) return whole.slice(0, length).trimEnd().length
  return 0
}

/**
 * What became of each note in the next statement. A payment whose note is gone is known by its number, or as the only one
 * left (behaviour 15.13).
 */
export const judgeRehearsal = (
  payments: readonly Payment[],
  rehearsed: readonly RehearsedPayment[],
): RehearsedResult[] => {
  const left = new Set(payments.filter(({ amount }) => amount === rupee))
  const results = rehearsed.map(({ app, note, number }): RehearsedResult => {
    const byNote = [...left].find(({ narration }) => countKept(narration, note) > 0)
    const found =
      byNote ??
      [...left].find(
        ({ narration, reference }) => number && readNarration(narration, reference).numbers.includes(number),
      )
    if (!found) return { app, outcome: 'unknown', kept: 0 }
    left.delete(found)
    return { app, outcome: byNote ? 'note came' : 'note dropped', kept: byNote ? countKept(byNote.narration, note) : 0 }
  })
  const unknown = results.filter(({ outcome }) => outcome === 'unknown')
  if (unknown.length !== 1 || left.size !== 1) return results
  return results.map((result) => (result === unknown[0] ? { ...result, outcome: 'note dropped' } : result))
}

const join = (apps: readonly string[]) => apps.join(', ').replace(/, ([^,]*)$/, ' and $1')

/** The result in words: "This bank keeps 18 characters of a note; PhonePe drops the note." */
export const tellRehearsal = (results: readonly RehearsedResult[]): string => {
  const of = (outcome: RehearsedResult['outcome']) => results.filter((result) => result.outcome === outcome)
  const [came, dropped, unknown] = [of('note came'), of('note dropped'), of('unknown')]
  const appsOf = (some: readonly RehearsedResult[]) => join(some.map(({ app }) => app))
  const most = Math.max(...came.map(({ kept }) => kept))
  const kept = came.length > 0 ? `This bank keeps ${most} characters of a note` : 'No note came back'
  const drops = dropped.length > 0 ? `; ${appsOf(dropped)} ${dropped.length === 1 ? 'drops' : 'drop'} the note` : ''
  const missing = unknown.length > 0 ? ` Nothing of ${appsOf(unknown)} stands in this file.` : ''
  const advice =
    most >= 6
      ? ''
      : ' Make the form require the UTR (isUtrRequired in the edition’s identity.ts): the note alone does not suffice here.'
  return `${kept}${drops}.${missing}${advice}`
}
