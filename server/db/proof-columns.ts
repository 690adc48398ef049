import type { StoredRow, TableName } from './table-rows'

/** The columns that hold the address of a stored file. */
export const proofColumns: Partial<Record<TableName, readonly string[]>> = {
  EventRegistration: ['payment_screenshot_url'],
  DelegatePass: ['payment_screenshot_url'],
  proof: ['url'],
  Accommodation: ['payment_proof_url', 'id_proof_url', 'participation_proof_url'],
}

/** What a record keeps in the place of a proof whose time was over (behaviour 12.14). */
export const proofNote = (day: string): string => `deleted on ${day}`

/** The addresses of a record's proofs; one that was deleted when its time was over has none. */
export const listProofs = (table: TableName, row: StoredRow): string[] =>
  (proofColumns[table] ?? []).flatMap((column) => {
    const url = row[column]
    return typeof url === 'string' && URL.canParse(url) ? [url] : []
  })
