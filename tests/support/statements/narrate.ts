import type { Transaction } from './transaction'

/** How one bank words a UPI movement; the note comes cut. */
export type Template = (transaction: Transaction, note: string) => string

/** Words of what is no UPI credit, alike enough at every bank. */
export const narrate = (transaction: Transaction, template: Template, noteKept: number): string => {
  const { kind, rrn, name } = transaction
  if (kind === 'interest') return 'INT.PD:01-06-2026 TO 30-09-2026'
  if (kind === 'cash') return 'CASH DEPOSIT BY SELF'
  if (kind === 'debit') return template({ ...transaction, name: 'SHOP' }, 'bill').replace('/CR/', '/DR/')
  if (kind === 'reversal') return `UPI/REV/${rrn}/${name}`
  return template(transaction, transaction.note.slice(0, noteKept))
}

export const hdfc: Template = ({ name, address, rrn }, note) =>
  `UPI-${name}-${address}-SBIN0001234-${rrn}-${note}`.toUpperCase()

/** SBI's new file breaks one word in two with a newline and a blank. */
export const sbiNew: Template = ({ name, address, rrn }, note) =>
  `DEP TFR UPI/CR/${rrn}/${name.slice(0, 8)}/HD\n FC/${address.slice(0, 10)}/${note} AT 04430 PUDUCHERRY`

export const sbiOld: Template = ({ name, address, rrn }, note) =>
  `BY TRANSFER-UPI/CR/${rrn}/${name.slice(0, 8)}/HDFC/${address.slice(0, 10)}/${note}--`

const iciciId = (rrn: string) => `ICI${rrn}DE0${rrn.slice(0, 6)}`
export const icici: Template = ({ address, rrn }, note) =>
  Number(rrn.at(-1)) % 2 === 0
    ? `UPI/${rrn}/${note}/${address.slice(0, 15)}/State Bank Of I/${iciciId(rrn)}`
    : `UPI/${address.slice(0, 15)}/${note}/State Bank Of I/${rrn}/${iciciId(rrn)}`

export const axis: Template = ({ name, rrn }, note) => `UPI/P2A/${rrn}/${name}/${note}/HDFC BANK LTD`

export const canara: Template = ({ name, address, rrn, day }, note) =>
  `UPI/CR/${rrn}/${name.slice(0, 9)}/HDFC/**${address.slice(-10)}/${note}//HDF${rrn}AB/${day.split('-').reverse().join('/')} 08:46:47`

export const kotak: Template = ({ name, rrn }, note) => `UPI/${name}/${rrn}/${note}`

export const pnb: Template = ({ name, address, rrn }, note) =>
  `UPI/CR/${rrn}/${name.slice(0, 8)}/HDFC/${address.slice(0, 15)}/${note}`

export const federal: Template = ({ address, rrn }, note) => `UPIIN/${rrn}/${address}/${note}/0000`
