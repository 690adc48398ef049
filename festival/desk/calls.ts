import type { Role } from './roles'

/** A call of the desk: where it is and who may make it. */
export interface DeskCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:names` for the parts that vary. */
  path: string
  /** `anyone`: it needs no session. */
  role: Role | 'anyone'
}

/**
 * Every address under `/api/desk`: the one table that the server mounts and guards by, and the desk calls by. What each
 * sends and gets stands beside it, by the names of `festival/desk/`.
 *
 * Every call other than a GET needs the header `Origin` of the site itself and, where it has a body, JSON. Refusals are
 * problems (`festival/problem.ts`): 401 `signed-out` without a session that holds, 403 `forbidden` for a role that may not or a
 * foreign origin, 404 `not-found` for everything while `ORGANISERS` is unset.
 */
export const deskCalls = {
  /** `AskForLink` → 202 `AskedForLink`, the same for every address. */
  askForLink: { method: 'POST', path: '/api/desk/sign-in', role: 'anyone' },
  /** `SpendLink` → 201 `Me`, and the cookie. 401 `link-spent` for a secret that does not hold, whatever the reason. */
  signIn: { method: 'POST', path: '/api/desk/sessions', role: 'anyone' },
  /** → `Me`. */
  readMe: { method: 'GET', path: '/api/desk/me', role: 'viewer' },
  /** → `OwnSessions`. */
  listSessions: { method: 'GET', path: '/api/desk/sessions', role: 'viewer' },
  /** Ends one of one's own sessions, by its id or as `current` → 204. */
  endSession: { method: 'DELETE', path: '/api/desk/sessions/:id', role: 'viewer' },

  /** → `People`. */
  listPeople: { method: 'GET', path: '/api/desk/people', role: 'admin' },

  /** `?` `QueueQuery` → `QueuePage`. */
  listQueue: { method: 'GET', path: '/api/desk/submissions', role: 'viewer' },
  /** `?` `QueueFilter` → `QueueCounts`. */
  countQueue: { method: 'GET', path: '/api/desk/counts', role: 'viewer' },
  /** → `SubmissionRecord`; `:id` is a row's `id`. */
  readRecord: { method: 'GET', path: '/api/desk/submissions/:id', role: 'viewer' },
  /** → the file itself (`Proof.address`); noted in the audit log. 410 `gone` where its time was over. */
  readProof: { method: 'GET', path: '/api/desk/submissions/:id/proofs/:proof', role: 'viewer' },

  /** `DecideOne` → 200 `Decided`. 409 `stale` with `current`; 409 `undone` for an id that was taken back since. */
  decide: { method: 'POST', path: '/api/desk/decisions', role: 'verifier' },
  /** `PreviewMany` → `ManyPreviewed`. */
  previewMany: { method: 'POST', path: '/api/desk/decisions/preview', role: 'verifier' },
  /** `DecideMany` → `ManyDecided`; a long one goes on with the same id and the `next` of the answer before. */
  decideMany: { method: 'POST', path: '/api/desk/decisions/many', role: 'verifier' },
  /** → `{ press: LastPress | null }`: what `undo` would take back of one's own, after the page was loaded anew. */
  readLastPress: { method: 'GET', path: '/api/desk/decisions/last', role: 'verifier' },
  /** Takes back a decision, or all of a `decideMany`, by its id → `Undone`. 409 `too-late` once its minute is over. */
  undo: { method: 'POST', path: '/api/desk/decisions/:id/undo', role: 'verifier' },

  /** → `ProofsToRead`: pictures that nobody has read yet. */
  listUnread: { method: 'GET', path: '/api/desk/evidence/unread', role: 'verifier' },
  /** `PostEvidence` → `EvidenceKept`. */
  postEvidence: { method: 'POST', path: '/api/desk/evidence', role: 'verifier' },

  /** Sends now what waits or failed of a submission's e-mails → `SentAgain`. */
  sendAgain: { method: 'POST', path: '/api/desk/submissions/:id/send-again', role: 'verifier' },
  /** Sends the last request for a correction again, with a new link → `SentAgain`. */
  renewLink: { method: 'POST', path: '/api/desk/submissions/:id/correction-link', role: 'verifier' },
  /** `WalkIn`, with an `Idempotency-Key` → 201 `WalkInEntered`. */
  enterWalkIn: { method: 'POST', path: '/api/desk/walk-ins', role: 'verifier' },

  /** → `Bank`: imports, columns that were chosen, the days in which payments are expected. */
  readBank: { method: 'GET', path: '/api/desk/bank', role: 'viewer' },
  /** `PreviewFile` → `BankView`; changes nothing. */
  previewFile: { method: 'POST', path: '/api/desk/bank/preview', role: 'verifier' },
  /** `AskKnown` → `KnownNumbers`; changes nothing. */
  askKnownNumbers: { method: 'POST', path: '/api/desk/bank/known-numbers', role: 'verifier' },
  /** `ImportFile` → 201 `FileImported`. 409 for an id that is another file's. */
  importFile: { method: 'POST', path: '/api/desk/bank/imports', role: 'admin' },
  /** Takes a file back within its minute → 204. 409 `too-late` afterwards, for an older one, or while a payment of it is allocated. */
  undoImport: { method: 'DELETE', path: '/api/desk/bank/imports/:id', role: 'admin' },
  /** → `BankView` of the kept rows as they stand now. */
  readMatches: { method: 'GET', path: '/api/desk/bank/matches', role: 'viewer' },
  /** `Settle` → `Settled`; `undo` takes it back by its id. */
  settle: { method: 'POST', path: '/api/desk/bank/settlements', role: 'verifier' },
  /** `KeepColumns` → `{ known }` as in `Bank`. */
  keepColumns: { method: 'PUT', path: '/api/desk/bank/columns', role: 'admin' },
  /** → `Refunds`. */
  listRefunds: { method: 'GET', path: '/api/desk/refunds', role: 'viewer' },
  /** `NoteRefund` → `Refunds`. 409 for more than is still to be given back. */
  noteRefund: { method: 'POST', path: '/api/desk/refunds', role: 'verifier' },

  /** `?` `AuditQuery` → `AuditPage`. */
  readAudit: { method: 'GET', path: '/api/desk/audit', role: 'viewer' },
} as const satisfies Record<string, DeskCall>

export type DeskCallName = keyof typeof deskCalls

/** The folder in which the calls are. */
export const deskCallFolder = '/api/desk'

/** The address of a call with its parts filled in: `fillPath(deskCalls.readRecord.path, { id })`. */
export const fillPath = (path: string, parts: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(parts[name] ?? ''))

/** Where the desk's own pages are: the entry, and the page that a sign-in link opens with its secret after `#`. */
export const deskPage = '/desk'
export const signInPage = '/desk/sign-in'

/** Whether an address is one of the desk's pages or files, and none of the site's. */
export const isDeskPage = (path: string): boolean => path === deskPage || path.startsWith(`${deskPage}/`)
