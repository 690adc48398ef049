import type * as v from 'valibot'
import {
  type Announcement,
  announcementFilterSchema,
  sendAnnouncementSchema,
  setAnnouncementSchema,
  testAnnouncementSchema,
} from './announcement'
import { type AuditPage, auditQuerySchema } from './audit'
import {
  type Bank,
  type BankView,
  bankBounds,
  type FileImported,
  findPaymentsSchema,
  importFileSchema,
  noteRefundSchema,
  previewFileSchema,
  type Refunds,
  type Settled,
  type ShownRow,
  saveColumnsSchema,
  settleSchema,
} from './bank'
import { type Cash, handOverSchema } from './cash'
import {
  type BulkDecided,
  type BulkPreview,
  type Decided,
  decideBulkSchema,
  decideOneSchema,
  previewBulkSchema,
  type Undone,
} from './decision'
import type { EntryDetails } from './entry'
import {
  type StateView,
  saveNoticeSchema,
  saveSubjectSchema,
  undoChangeSchema,
  undoQuerySchema,
} from './festival'
import { eventQuerySchema, exportListSchema, groupLinkSchema, type PeopleList } from './lists'
import type { Erasure } from './my-entry'
import { type ProofsToRead, postOcrResultsSchema, type SavedOcrResults } from './ocr-result'
import {
  type AskedForLink,
  addOrganiserSchema,
  askForLinkSchema,
  type Me,
  type OwnSessions,
  type People,
  type Role,
  removeOrganiserSchema,
  spendLinkSchema,
} from './organisers'
import type { Overview } from './overview'
import { deskCallFolder } from './pages'
import {
  addNoteSchema,
  answerErasureSchema,
  correctDetailsSchema,
  type Note,
  putLaterSchema,
} from './person'
import { type QueueCounts, type QueuePage, queueFilterSchema, queueQuerySchema } from './queue'
import { type SentAgain, type WalkInEntered, walkInSchema } from './walk-in'

/** What a call is given and answers. */
interface Shape {
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** What a body may have, where 64 KiB are too little. */
  bytes?: number
  /**
   * A head may make it as well: about themselves, or, where it has a query, of one of their events. The guard lets no other
   * query through (behaviour 14.150).
   */
  isForHeads?: true
  /** Of the answer; without one 204, else 200. */
  status?: 201 | 202
  /** Its type alone; what is no JSON has none. */
  answer?: unknown
}

/** A call of the desk: where it is and who may make it. */
export interface DeskCall extends Shape {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:names` for the parts that vary. */
  path: string
  /** `anyone`: it needs no session. */
  role: Role | 'anyone'
}

const makeCall =
  <const Method extends DeskCall['method']>(method: Method) =>
  <const Path extends string, const Needed extends DeskCall['role'], S extends Shape>(
    path: Path,
    role: Needed,
    shape: S,
  ) => ({ method, path: `${deskCallFolder}${path}` as const, role, ...shape })

const [get, post, put, remove] = [
  makeCall('GET'),
  makeCall('POST'),
  makeCall('PUT'),
  makeCall('DELETE'),
]

const json = <Answer>(): Answer | undefined => undefined

const file = { bytes: bankBounds.bytes }

/**
 * Every address under `/api/desk`: the one table that the server mounts, guards and reads by, and the desk calls by.
 *
 * Every call other than a GET needs the header `Origin` of the site itself and, where it has a body, JSON. Refusals are
 * problems (`festival/contract/problem.ts`): 401 `signed-out` without a session that holds, 403 `forbidden` for a role that may not or a
 * foreign origin, 404 `not-found` for everything while `ORGANISERS` is unset.
 */
export const deskCalls = {
  /** The same answer for every address. */
  askForLink: post('/sign-in', 'anyone', {
    body: askForLinkSchema,
    status: 202,
    answer: json<AskedForLink>(),
  }),
  /** Sets the cookie. 401 `link-spent` for a secret that does not hold, whatever the reason. */
  signIn: post('/sessions', 'anyone', { body: spendLinkSchema, status: 201, answer: json<Me>() }),
  readMe: get('/me', 'viewer', { isForHeads: true, answer: json<Me>() }),
  listSessions: get('/sessions', 'viewer', { isForHeads: true, answer: json<OwnSessions>() }),
  /** Ends one of one's own sessions, by its id or as `current`. */
  endSession: remove('/sessions/:id', 'viewer', { isForHeads: true }),
  listPeople: get('/people', 'admin', { answer: json<People>() }),
  /** 403 for an admin whom the setting does not name, here and in `removeOrganiser`. */
  addOrganiser: post('/people', 'admin', { body: addOrganiserSchema }),
  /** Their sessions end with it. 404 for whom nobody added at the desk. */
  removeOrganiser: post('/people/removals', 'admin', { body: removeOrganiserSchema }),

  listQueue: get('/entries', 'viewer', { query: queueQuerySchema, answer: json<QueuePage>() }),
  countQueue: get('/counts', 'viewer', { query: queueFilterSchema, answer: json<QueueCounts>() }),
  /** `:id` is a row's `id`. */
  readEntry: get('/entries/:id', 'viewer', { answer: json<EntryDetails>() }),
  /** The file itself (`Proof.address`); noted in the audit log. 410 `gone` where its time was over. */
  readProof: get('/entries/:id/proofs/:proof', 'viewer', {}),

  /** 409 `stale` with `current`; 409 `undone` for an id that was taken back since. */
  decide: post('/decisions', 'verifier', { body: decideOneSchema, answer: json<Decided>() }),
  previewBulk: post('/decisions/preview', 'verifier', {
    body: previewBulkSchema,
    answer: json<BulkPreview>(),
  }),
  /** A long one goes on with the same id and the `next` of the answer before. */
  decideBulk: post('/decisions/many', 'verifier', {
    body: decideBulkSchema,
    answer: json<BulkDecided>(),
  }),
  /** Takes back a decision, or all of a `decideBulk`, by its id. 409 `too-late` once its minute is over. */
  undo: post('/decisions/:id/undo', 'verifier', { answer: json<Undone>() }),

  /** 409 `stale` with `current`; 422 in the form's own words. It has no undo. */
  correctDetails: post('/entries/:id/details', 'verifier', {
    body: correctDetailsSchema,
    answer: json<Decided>(),
  }),
  addNote: post('/entries/:id/notes', 'verifier', {
    body: addNoteSchema,
    answer: json<{ notes: Note[] }>(),
  }),
  /** E-mails a participant who asked to be erased why the entry stays. 409 `illegal` if no one asked, or if a different answer was already given. */
  answerErasure: post('/entries/:id/erasure', 'admin', {
    body: answerErasureSchema,
    answer: json<Erasure>(),
  }),
  setLater: put('/entries/:id/later', 'verifier', {
    body: putLaterSchema,
    answer: json<{ isLater: boolean }>(),
  }),

  /** Pictures that nobody has read yet. */
  listUnread: get('/ocr-results/unread', 'verifier', { answer: json<ProofsToRead>() }),
  postOcrResults: post('/ocr-results', 'verifier', {
    body: postOcrResultsSchema,
    answer: json<SavedOcrResults>(),
  }),

  /** Sends now what waits or failed of a submission's e-mails. */
  sendAgain: post('/entries/:id/send-again', 'verifier', { answer: json<SentAgain>() }),
  /** Sends the last request for a correction again, with a new link. */
  renewLink: post('/entries/:id/correction-link', 'verifier', { answer: json<SentAgain>() }),
  /** With an `Idempotency-Key`. */
  enterWalkIn: post('/walk-ins', 'verifier', {
    body: walkInSchema,
    status: 201,
    answer: json<WalkInEntered>(),
  }),

  readBank: get('/bank', 'viewer', { answer: json<Bank>() }),
  /** Changes nothing. */
  previewFile: post('/bank/preview', 'verifier', {
    ...file,
    body: previewFileSchema,
    answer: json<BankView>(),
  }),
  /** 409 for an id that is another file's. */
  importFile: post('/bank/imports', 'admin', {
    ...file,
    body: importFileSchema,
    status: 201,
    answer: json<FileImported>(),
  }),
  /** Takes a file back within its minute. 409 `too-late` afterwards, for an older one, or while a payment of it is allocated. */
  undoImport: remove('/bank/imports/:id', 'admin', {}),
  /** Whose payer, UTR or reference has the words, a few at most. */
  findPayments: get('/bank/rows', 'viewer', {
    query: findPaymentsSchema,
    answer: json<ShownRow[]>(),
  }),
  readMatches: get('/bank/matches', 'viewer', { answer: json<BankView>() }),
  /** `undo` takes it back by its id. */
  settle: post('/bank/settlements', 'verifier', {
    ...file,
    body: settleSchema,
    answer: json<Settled>(),
  }),
  saveColumns: put('/bank/columns', 'admin', {
    body: saveColumnsSchema,
    answer: json<Pick<Bank, 'known'>>(),
  }),
  listRefunds: get('/refunds', 'viewer', { answer: json<Refunds>() }),
  /** 409 for more than is still to be given back. */
  recordRefund: post('/refunds', 'verifier', { body: noteRefundSchema, answer: json<Refunds>() }),
  /** Takes what was noted by mistake out of all sums. 403 for another's. */
  undoRefund: post('/refunds/:id/undo', 'verifier', { answer: json<Refunds>() }),

  readCash: get('/cash', 'viewer', { answer: json<Cash>() }),
  /** 409 for more than they hold. A verifier hands over their own, an admin anybody's. */
  handOver: post('/cash/handovers', 'verifier', { body: handOverSchema, answer: json<Cash>() }),
  /** Takes a handover, or cash that verifies nobody, out of the book. 409 where it was passed on, 403 for another's. */
  undoCashMove: post('/cash/:id/undo', 'verifier', { answer: json<Cash>() }),

  /** How many a message to this filter would go to: an e-mail address is one person, with however many submissions. */
  countPeople: get('/messages/people', 'admin', {
    isForHeads: true,
    query: announcementFilterSchema,
    answer: json<{ people: number }>(),
  }),
  /** Sends the mail to whoever asks, and to nobody else. */
  testAnnouncement: post('/messages/test', 'admin', {
    isForHeads: true,
    body: testAnnouncementSchema,
    answer: json<SentAgain>(),
  }),
  /** To each person of the filter once. 409 `illegal` for what went there before, without `again`. */
  sendAnnouncement: post('/messages', 'admin', {
    isForHeads: true,
    query: announcementFilterSchema,
    body: sendAnnouncementSchema,
    answer: json<{ people: number }>(),
  }),
  /** The newest 50 messages, newest first; a head gets only their own. */
  listAnnouncements: get('/messages', 'admin', {
    isForHeads: true,
    answer: json<{ announcements: Announcement[] }>(),
  }),
  /** A head can stop their own messages. 403 if the sender is not an admin from the setting and would resume the message. */
  setAnnouncement: put('/messages/:id', 'admin', { isForHeads: true, body: setAnnouncementSchema }),
  /** Releases a message that links to another site. 403 for its sender. */
  releaseAnnouncement: post('/messages/:id/release', 'admin', {}),

  readAudit: get('/audit', 'viewer', { query: auditQuerySchema, answer: json<AuditPage>() }),

  readOverview: get('/overview', 'viewer', { answer: json<Overview>() }),
  /** A head's has nothing of money. */
  readList: get('/lists', 'viewer', {
    isForHeads: true,
    query: queueFilterSchema,
    answer: json<PeopleList>(),
  }),
  /** The file itself; noted in the audit log. 422 for more than a file may have. */
  exportList: get('/lists/file', 'admin', { isForHeads: true, query: exportListSchema }),
  readGroupLink: get('/group-link', 'admin', {
    isForHeads: true,
    query: eventQuerySchema,
    answer: json<v.InferOutput<typeof groupLinkSchema>>(),
  }),
  setGroupLink: put('/group-link', 'admin', {
    isForHeads: true,
    query: eventQuerySchema,
    body: groupLinkSchema,
  }),
  /** What was changed while the festival runs (`festival.ts`). */
  readState: get('/festival', 'viewer', { isForHeads: true, answer: json<StateView>() }),
  /** 409 `stale` where somebody else changed the same field since; 422 in the words of `edition:check`. Nothing is changed then. */
  saveSubject: put('/festival/subject', 'admin', {
    isForHeads: true,
    query: eventQuerySchema,
    body: saveSubjectSchema,
    answer: json<StateView>(),
  }),
  saveNotice: put('/festival/notice', 'admin', {
    body: saveNoticeSchema,
    answer: json<StateView>(),
  }),
  /** Puts back the fields of a save that nobody has changed since. 409 `illegal` where there are none. */
  undoChange: post('/festival/undo', 'admin', {
    isForHeads: true,
    query: undoQuerySchema,
    body: undoChangeSchema,
    answer: json<StateView>(),
  }),
  /** The same of the refunds, and of the newest 5,000 lines of the audit log, as CSV. */
  exportRefunds: get('/refunds/file', 'admin', {}),
  exportAudit: get('/audit/file', 'admin', {}),
} as const satisfies Record<string, DeskCall>

type Calls = typeof deskCalls

export type DeskCallName = keyof Calls

type ParamsOf<Path> = Path extends `${string}:${infer Part}/${infer Rest}`
  ? Part | ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Part}`
    ? Part
    : never

export type CallParams<Name extends DeskCallName> = Record<ParamsOf<Calls[Name]['path']>, string>

/** What a call answers; undefined without JSON. */
export type CallAnswer<Name extends DeskCallName> = Calls[Name] extends { answer: infer Answer }
  ? Exclude<Answer, undefined>
  : undefined

/** What a call's query or body is read to. */
export type CallParsed<
  Name extends DeskCallName,
  Part extends 'query' | 'body',
> = Calls[Name] extends {
  [Key in Part]: infer Schema extends v.GenericSchema
}
  ? v.InferOutput<Schema>
  : undefined

/** What a call is given. */
export type CallInput<Name extends DeskCallName> = (keyof CallParams<Name> extends never
  ? object
  : { params: CallParams<Name> }) &
  (Calls[Name] extends { query: infer Schema extends v.GenericSchema }
    ? { query: v.InferInput<Schema> }
    : object) &
  (Calls[Name] extends { body: infer Schema extends v.GenericSchema }
    ? { body: v.InferInput<Schema> }
    : object)

/** The address of a call with its parameters filled in: `fillPath(deskCalls.readRecord.path, { id })`. */
export const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
