import { narrate, type Template } from './narrate'
import type { Booked } from './transaction'

/** A bank's file, byte for byte as the table of layouts has it. */
export interface Bank {
  name: string
  noteKept: number
  write: (rows: readonly Booked[]) => Uint8Array
}

/** The lines above the header row, an account's number among them. */
export const letterhead = (lines: number) =>
  Array.from({ length: lines }, (_line, index) =>
    index === 2 ? ['Account No', '00000012345678901'] : [`Letterhead ${index + 1}`],
  )

/** An amount on its side of the row, and what the bank leaves on the other. */
export const sides = (amount: number, form: (paise: number) => string, empty: string): [string, string] =>
  amount < 0 ? [form(-amount), empty] : [empty, form(amount)]

export const teller = (template: Template, noteKept: number) => (row: Booked) => narrate(row, template, noteKept)
