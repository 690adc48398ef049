import type { exportTables } from '../../server/cli/export/export-tables'
import type { Tables } from '../../server/db/schema'

/** What becomes of a table's rows. */
export interface Account {
  /** The export that gives its rows, or why none does. */
  export: keyof typeof exportTables | { none: string }
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
  EventRegistration: { export: 'registrations', backup: 'copied', forget: 'erases', goes: 'never' },
  DelegatePass: { export: 'delegate-passes', backup: 'copied', forget: 'erases', goes: 'never' },
  Accommodation: { export: 'accommodations', backup: 'copied', forget: 'erases', goes: 'never' },
  submission: {
    export: none('keys of forms say nothing to people'),
    backup: 'copied',
    forget: 'erases',
    goes: 'never',
  },
  message: { export: 'messages', backup: 'copied', forget: 'erases', goes: 'never' },
  upload: { export: none('the records name their files'), backup: 'copied', forget: 'erases', goes: 'with proofs' },
  heartbeat: {
    export: none('about this installation'),
    backup: { left: 'it belongs to this installation' },
    forget: { leaves: 'it names no person' },
    goes: 'never',
  },
  review: { export: 'reviews', backup: 'copied', forget: 'erases', goes: 'never' },
  search_token: {
    export: none('made from the records'),
    backup: { left: 'made from the records, and made anew' },
    forget: 'erases',
    goes: 'never',
  },
  decision: { export: 'decisions', backup: 'copied', forget: 'erases', goes: 'never' },
  note: {
    export: none('only organisers see them, at the desk'),
    backup: 'copied',
    forget: 'erases',
    goes: 'with proofs',
  },
  audit_entry: {
    export: 'audit',
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
  proof: { export: none('the records name their files'), backup: 'copied', forget: 'erases', goes: 'never' },
  flag: { export: none('made from the records'), backup: 'copied', forget: 'erases', goes: 'never' },
  group_member: { export: none('made from the records'), backup: 'copied', forget: 'erases', goes: 'never' },
  evidence: {
    export: none('what browsers read, beside its picture'),
    backup: 'copied',
    forget: 'erases',
    goes: 'with proofs',
  },
  organiser: {
    export: none('the desk lists them'),
    backup: 'copied',
    forget: { leaves: 'an organiser’s address, which an admin removes at the desk' },
    goes: 'never',
  },
  cash_move: {
    export: none('the desk shows the sums and the handovers'),
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
    export: none('the desk lists them'),
    backup: 'copied',
    forget: { leaves: 'days and counts of a file' },
    goes: 'never',
  },
  bank_row: {
    export: none('the bank’s own file has them'),
    backup: 'copied',
    forget: { leaves: 'it is emptied, so that no later file brings it back (15.27)' },
    goes: 'with proofs',
  },
  bank_spending: {
    export: none('a key that lets a row be spent once'),
    backup: 'copied',
    forget: { leaves: 'it names a row, and no person' },
    goes: 'never',
  },
  bank_match: { export: 'payments', backup: 'copied', forget: 'erases', goes: 'never' },
  bank_layout: {
    export: none('how a bank names its columns'),
    backup: 'copied',
    forget: { leaves: 'it names no person' },
    goes: 'never',
  },
  announcement: {
    export: none('the desk lists them'),
    backup: 'copied',
    forget: { leaves: 'an organiser’s words to many; a person’s own copy is a message' },
    goes: 'never',
  },
  bank_refund: { export: 'refunds', backup: 'copied', forget: 'erases', goes: 'never' },
}

/** A key that hashes senders, and the counts of a limit: no query sees their rows, and no copy holds them. */
export const unseen = ['sender_key', 'rate_limit']

const isTable = (name: string): name is keyof Tables => name in accounts
export const everyTable = Object.keys(accounts).filter(isTable)
/** The tables whose account is such. */
export const tablesWith = (test: (account: Account) => boolean) => everyTable.filter((name) => test(accounts[name]))
