import type { Tables } from '../../server/db/schema'

/** What becomes of a table's rows. */
interface Account {
  /** Whether the export gives its rows. */
  isExported?: false
  /** Whether a backup has its rows and a restore brings them back. */
  isCopied?: false
  /** Whether `forget` erases those of a person. */
  isForgotten?: false
  /** Rows that go by themselves: with the files in their time, or when their own is over. */
  goes?: 'with proofs' | 'in time'
  /** Why it is left out of something. */
  why?: string
}

const secret = { isExported: false, isCopied: false, isForgotten: false, goes: 'in time' } as const
const ours = { isExported: false, isCopied: false, isForgotten: false } as const
const kept = { isForgotten: false } as const

/** What becomes of every table: of most all of it; one that is missing here does not compile. */
const accounts: Readonly<Record<keyof Tables, Account>> = {
  EventRegistration: {},
  DelegatePass: {},
  Accommodation: {},
  idempotency_key: { isExported: false, why: 'a key gives the receipt of its form' },
  message: {},
  upload: { goes: 'with proofs' },
  heartbeat: { ...ours, why: 'it is about this installation' },
  review: {},
  search_token: { isExported: false, isCopied: false, why: 'made from the records, and made anew' },
  decision: {},
  note: { isExported: false, goes: 'with proofs', why: 'only organisers see them, at the desk' },
  audit_line: { ...kept, why: 'ids and keys, and nothing that a registrant wrote' },
  audit_access: { ...ours, why: 'it is empty but while a backup is restored' },
  proof: {},
  flag: {},
  group_member: {},
  ocr_result: { goes: 'with proofs' },
  organiser: { ...kept, why: 'an organiser’s address, which an admin removes at the desk' },
  cash_move: { ...kept, why: 'ids and amounts: who holds how much stays true' },
  sign_in_link: { ...secret, why: 'it lets an organiser in, for a quarter of an hour' },
  desk_session: {
    ...secret,
    why: 'it lets an organiser in, for a week; whoever was signed in signs in anew',
  },
  private_link: { isExported: false, goes: 'in time', why: 'it lets somebody in' },
  bank_import: { ...kept, why: 'days and counts of a file' },
  bank_row: {
    ...kept,
    goes: 'with proofs',
    why: 'it is emptied, so that no later file brings it back (15.27)',
  },
  allocated_row: { ...kept, why: 'it names a row, and no person' },
  allocation: {},
  bank_layout: { ...kept, why: 'it names no person' },
  festival_state: { ...kept, why: 'what organisers say of the festival, and whom to call' },
  group_link: { ...kept, isExported: false, why: 'it lets people into a group, and names none' },
  announcement: { ...kept, why: 'an organiser’s words to many; a person’s own copy is a message' },
  refund: {},
}

/** A key that hashes senders, and the counts of a limit: no query sees their rows, and no copy holds them. */
export const unseen = ['sender_key', 'rate_limit']

const isTable = (name: string): name is keyof Tables => name in accounts
export const everyTable = Object.keys(accounts).filter(isTable)
const tablesWith = (test: (account: Account) => boolean) =>
  everyTable.filter((name) => test(accounts[name]))

export const exported = tablesWith(({ isExported }) => isExported === undefined)
export const copied = tablesWith(({ isCopied }) => isCopied === undefined)
export const forgotten = tablesWith(({ isForgotten }) => isForgotten === undefined)
export const goingInTime = tablesWith(({ goes }) => goes === 'in time')
export const staying = tablesWith(({ goes }) => goes === undefined)
