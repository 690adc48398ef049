import type { Tables } from '../../server/db/schema'

interface TableRules {
  isExported?: false
  /** False if backups and restores leave the table out. */
  isCopied?: false
  /** False if `forget` keeps the rows. */
  isForgotten?: false
  /** When rows are removed: with the proofs, or when a row's own period has ended. */
  expires?: 'with proofs' | 'in time'
  /** The reason for an exception. */
  reason?: string
}

const secret = {
  isExported: false,
  isCopied: false,
  isForgotten: false,
  expires: 'in time',
} as const
const internal = { isExported: false, isCopied: false, isForgotten: false } as const
const kept = { isForgotten: false } as const

/** The exceptions of every table. If a table is missing here, the code does not compile. */
const tableRules: Readonly<Record<keyof Tables, TableRules>> = {
  EventRegistration: {},
  DelegatePass: {},
  Accommodation: {},
  idempotency_key: { isExported: false, reason: 'a key gives the receipt of its form' },
  message: {},
  upload: { expires: 'with proofs' },
  heartbeat: { ...internal, reason: 'it is about this installation' },
  review: {},
  search_token: {
    isExported: false,
    isCopied: false,
    reason: 'an index that is rebuilt from the entries',
  },
  decision: {},
  note: {
    isExported: false,
    expires: 'with proofs',
    reason: 'only organisers see them, at the desk',
  },
  audit_line: { ...kept, reason: 'ids and keys, no text by participants' },
  audit_access: { ...internal, reason: 'empty except during a restore' },
  proof: {},
  flag: {},
  group_member: {},
  ocr_result: { expires: 'with proofs' },
  organiser: { ...kept, reason: 'an organiser’s address, removed by an admin at the desk' },
  cash_move: { ...kept, reason: 'ids and amounts, which keep the balances correct' },
  sign_in_link: { ...secret, reason: 'signs an organiser in, valid for 15 minutes' },
  desk_session: {
    ...secret,
    reason: 'valid for a week; after a restore, organisers sign in again',
  },
  private_link: { isExported: false, expires: 'in time', reason: 'opens a participant’s page' },
  bank_import: { ...kept, reason: 'days and counts of a file' },
  bank_row: {
    ...kept,
    expires: 'with proofs',
    reason: 'emptied but kept, so that no later file restores it (15.27)',
  },
  allocated_row: { ...kept, reason: 'names a row, not a person' },
  allocation: {},
  bank_layout: { ...kept, reason: 'names no person' },
  festival_state: { ...kept, reason: 'organisers’ texts and contacts' },
  event_places: { ...kept, reason: 'numbers, names no person' },
  group_link: { ...kept, isExported: false, reason: 'opens a group, names no person' },
  attendance: {},
  door: {
    ...kept,
    isExported: false,
    reason: 'its key hides the codes on phones; it names no participant',
  },
  door_phone: {
    ...kept,
    isExported: false,
    expires: 'with proofs',
    reason: 'hashes of tokens, and a volunteer’s first name',
  },
  door_unlisted: { expires: 'with proofs' },
  ticket: {
    isExported: false,
    expires: 'with proofs',
    reason: 'a code admits its holder, and a link opens a ticket',
  },
  announcement: {
    ...kept,
    reason: 'an organiser’s words to many; a person’s own copy is a message',
  },
  refund: {},
  refund_upi_id: { expires: 'with proofs' },
}

/** Tables that backups omit and `Tables` lacks: the key for hashing senders, and rate limits. */
export const internalTables = ['sender_key', 'rate_limit']

const isTable = (name: string): name is keyof Tables => name in tableRules
export const everyTable = Object.keys(tableRules).filter(isTable)
const tablesWith = (test: (rules: TableRules) => boolean) =>
  everyTable.filter((name) => test(tableRules[name]))

export const exported = tablesWith(({ isExported }) => isExported === undefined)
export const copied = tablesWith(({ isCopied }) => isCopied === undefined)
export const forgotten = tablesWith(({ isForgotten }) => isForgotten === undefined)
export const expiring = tablesWith(({ expires }) => expires === 'in time')
export const permanent = tablesWith(({ expires }) => expires === undefined)
