import type { Tables } from '../../server/db/schema'

/** What becomes of a table's rows. */
export interface Account {
  /** Whether the export gives its rows, or why not. */
  export: 'given' | { none: string }
  /** Whether a backup has its rows and a restore brings them back, or why not. */
  backup: 'copied' | { left: string }
  /** What `forget` does with a person's rows, or why it leaves them. */
  forget: 'erases' | { leaves: string }
  /** When rows go by themselves: `proofs`, with the files in their time; `time`, when their own is over. */
  goes: 'with proofs' | 'in time' | 'never'
}

const none = (why: string) => ({ none: why })

/** What becomes of every table; one that is missing here does not compile. */
export const accounts: Readonly<Record<keyof Tables, Account>> = {
  EventRegistration: { export: 'given', backup: 'copied', forget: 'erases', goes: 'never' },
  DelegatePass: { export: 'given', backup: 'copied', forget: 'erases', goes: 'never' },
  Accommodation: { export: 'given', backup: 'copied', forget: 'erases', goes: 'never' },
  submission: {
    export: none('a key gives the receipt of its form'),
    backup: 'copied',
    forget: 'erases',
    goes: 'never',
  },
  message: { export: 'given', backup: 'copied', forget: 'erases', goes: 'never' },
  upload: { export: 'given', backup: 'copied', forget: 'erases', goes: 'with proofs' },
  heartbeat: {
    export: none('about this installation'),
    backup: { left: 'it belongs to this installation' },
    forget: { leaves: 'it names no person' },
    goes: 'never',
  },
  review: { export: 'given', backup: 'copied', forget: 'erases', goes: 'never' },
  search_token: {
    export: none('made from the records'),
    backup: { left: 'made from the records, and made anew' },
    forget: 'erases',
    goes: 'never',
  },
  decision: { export: 'given', backup: 'copied', forget: 'erases', goes: 'never' },
  note: {
    export: none('only organisers see them, at the desk'),
    backup: 'copied',
    forget: 'erases',
    goes: 'with proofs',
  },
  audit_entry: {
    export: 'given',
    backup: 'copied',
    forget: { leaves: 'ids and keys, and nothing that a registrant wrote' },
    goes: 'never',
  },
  audit_door: {
    export: none('it is empty but while a backup is restored'),
    backup: { left: 'it is empty but while a backup is restored' },
    forget: { leaves: 'it names no person' },
    goes: 'never',
  },
  proof: { export: 'given', backup: 'copied', forget: 'erases', goes: 'never' },
  flag: { export: 'given', backup: 'copied', forget: 'erases', goes: 'never' },
  group_member: { export: 'given', backup: 'copied', forget: 'erases', goes: 'never' },
  evidence: {
    export: 'given',
    backup: 'copied',
    forget: 'erases',
    goes: 'with proofs',
  },
  organiser: {
    export: 'given',
    backup: 'copied',
    forget: { leaves: 'an organiser’s address, which an admin removes at the desk' },
    goes: 'never',
  },
  cash_move: {
    export: 'given',
    backup: 'copied',
    forget: { leaves: 'ids and amounts, and nothing that a registrant wrote: who holds how much stays true' },
    goes: 'never',
  },
  sign_in_link: {
    export: none('it lets somebody in'),
    backup: { left: 'whoever was signed in signs in anew' },
    forget: { leaves: 'it is an organiser’s, for a quarter of an hour' },
    goes: 'in time',
  },
  desk_session: {
    export: none('it lets somebody in'),
    backup: { left: 'whoever was signed in signs in anew' },
    forget: { leaves: 'it is an organiser’s, for a week' },
    goes: 'in time',
  },
  private_link: { export: none('it lets somebody in'), backup: 'copied', forget: 'erases', goes: 'in time' },
  bank_import: {
    export: 'given',
    backup: 'copied',
    forget: { leaves: 'days and counts of a file' },
    goes: 'never',
  },
  bank_row: {
    export: 'given',
    backup: 'copied',
    forget: { leaves: 'it is emptied, so that no later file brings it back (15.27)' },
    goes: 'with proofs',
  },
  bank_spending: {
    export: 'given',
    backup: 'copied',
    forget: { leaves: 'it names a row, and no person' },
    goes: 'never',
  },
  bank_match: { export: 'given', backup: 'copied', forget: 'erases', goes: 'never' },
  bank_layout: {
    export: 'given',
    backup: 'copied',
    forget: { leaves: 'it names no person' },
    goes: 'never',
  },
  announcement: {
    export: 'given',
    backup: 'copied',
    forget: { leaves: 'an organiser’s words to many; a person’s own copy is a message' },
    goes: 'never',
  },
  bank_refund: { export: 'given', backup: 'copied', forget: 'erases', goes: 'never' },
}

/** A key that hashes senders, and the counts of a limit: no query sees their rows, and no copy holds them. */
export const unseen = ['sender_key', 'rate_limit']

const isTable = (name: string): name is keyof Tables => name in accounts
export const everyTable = Object.keys(accounts).filter(isTable)
/** The tables whose account is such. */
export const tablesWith = (test: (account: Account) => boolean) => everyTable.filter((name) => test(accounts[name]))
