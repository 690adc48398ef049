import type * as v from 'valibot'
import {
  type Announcement,
  announcementFilterSchema,
  sendAnnouncementSchema,
  setAnnouncementSchema,
  testAnnouncementSchema,
} from './announcement'
import {
  type AttendanceList,
  attendanceListSchema,
  listCopySchema,
  type MarksReceived,
  markAttendanceSchema,
  replaceMemberSchema,
  setRoomSchema,
} from './attendance'
import { type AuditPage, auditQuerySchema } from './audit'
import {
  type Bank,
  type BankView,
  bankBounds,
  type FileImported,
  findPaymentsSchema,
  importFileSchema,
  previewFileSchema,
  type Refunds,
  type RefundsRecorded,
  type RowView,
  recordRefundsSchema,
  type Settled,
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
import { type Doors, openDoorSchema } from './desk-doors'
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
import type { EventPlaces } from './places'
import { type QueueCounts, type QueuePage, queueFilterSchema, queueQuerySchema } from './queue'
import { type EntryTicket, replaceTicketSchema } from './ticket'
import { type SentAgain, type WalkInEntered, walkInSchema } from './walk-in'

interface Shape {
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** Maximum size of the body in bytes. Defaults to 64 KiB. */
  bytes?: number
  /** Heads may make the call about themselves or, with a query, about one of their events. */
  isForHeads?: true
  /** Defaults to 200, or to 204 without a response body. */
  status?: 201 | 202
  /** Only its type is used: that of the JSON response. */
  response?: unknown
}

export interface DeskCall extends Shape {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** May contain parameters, such as `:id`. */
  path: string
  /** `anyone` needs no session. */
  role: Role | 'anyone'
}

const makeCall =
  <const Method extends DeskCall['method']>(method: Method) =>
  <const Path extends string, const Needed extends DeskCall['role'], S extends Shape>(
    path: Path,
    role: Needed,
    shape: S,
  ) => ({ method, path: `${deskCallFolder}${path}` as const, role, ...shape })

const get = makeCall('GET')
const post = makeCall('POST')
const put = makeCall('PUT')
const remove = makeCall('DELETE')

const json = <Body>(): Body | undefined => undefined

const file = { bytes: bankBounds.bytes }

/**
 * All addresses under `/api/desk`, used by both server and desk. Calls other than GET need the
 * site's own `Origin` header. Errors are problems (`problem.ts`): 401 `signed-out` without a
 * session, 403 `forbidden` for an insufficient role or a foreign origin, 404 `not-found` while
 * `ORGANISERS` is not set.
 * The client generates the `id` in a body once per command, so that a retry has no further effect.
 */
export const deskCalls = {
  /** Answers the same for every e-mail address, known or not. */
  askForLink: post('/sign-in', 'anyone', {
    body: askForLinkSchema,
    status: 202,
    response: json<AskedForLink>(),
  }),
  /** Answers 401 `link-spent` for any invalid secret. */
  signIn: post('/sessions', 'anyone', { body: spendLinkSchema, status: 201, response: json<Me>() }),
  readMe: get('/me', 'viewer', { isForHeads: true, response: json<Me>() }),
  listSessions: get('/sessions', 'viewer', { isForHeads: true, response: json<OwnSessions>() }),
  /** `:id` is a session of the caller, or `current`. */
  endSession: remove('/sessions/:id', 'viewer', { isForHeads: true }),
  listPeople: get('/people', 'admin', { response: json<People>() }),
  /** Here and in `removeOrganiser`, answers 403 to admins who are not in `ORGANISERS`. */
  addOrganiser: post('/people', 'admin', { body: addOrganiserSchema }),
  /** Answers 404 if the person was not added at the desk. */
  removeOrganiser: post('/people/removals', 'admin', { body: removeOrganiserSchema }),

  listQueue: get('/entries', 'viewer', { query: queueQuerySchema, response: json<QueuePage>() }),
  countQueue: get('/counts', 'viewer', { query: queueFilterSchema, response: json<QueueCounts>() }),
  readEntry: get('/entries/:id', 'viewer', { response: json<EntryDetails>() }),
  /** Recorded in the audit log. Answers 410 `gone` after the retention period. */
  readProof: get('/entries/:id/proofs/:proof', 'viewer', {}),

  /** Answers 409 `stale` with `current`, or 409 `undone` if the id was undone. */
  decide: post('/decisions', 'verifier', { body: decideOneSchema, response: json<Decided>() }),
  previewBulk: post('/decisions/preview', 'verifier', {
    body: previewBulkSchema,
    response: json<BulkPreview>(),
  }),
  /** To continue, call with the same id and the `next` of the last answer. */
  decideBulk: post('/decisions/many', 'verifier', {
    body: decideBulkSchema,
    response: json<BulkDecided>(),
  }),
  /** `:id` is that of a `decide` or `decideBulk`. Answers 409 `too-late` after a minute. */
  undo: post('/decisions/:id/undo', 'verifier', { response: json<Undone>() }),

  /** Answers 409 `stale` with `current`, or 422 with the messages of the form. */
  correctDetails: post('/entries/:id/details', 'verifier', {
    body: correctDetailsSchema,
    response: json<Decided>(),
  }),
  addNote: post('/entries/:id/notes', 'verifier', {
    body: addNoteSchema,
    response: json<{ notes: Note[] }>(),
  }),
  /** Answers 409 `illegal` if the participant did not ask, or a different answer was given. */
  answerErasure: post('/entries/:id/erasure', 'admin', {
    body: answerErasureSchema,
    response: json<Erasure>(),
  }),
  setLater: put('/entries/:id/later', 'verifier', {
    body: putLaterSchema,
    response: json<{ isLater: boolean }>(),
  }),

  listUnread: get('/ocr-results/unread', 'verifier', { response: json<ProofsToRead>() }),
  postOcrResults: post('/ocr-results', 'verifier', {
    body: postOcrResultsSchema,
    response: json<SavedOcrResults>(),
  }),

  /** Sends delayed and failed e-mails. */
  sendAgain: post('/entries/:id/send-again', 'verifier', { response: json<SentAgain>() }),
  /**
   * Issues a new ticket, and e-mails it if the entry is verified. Has no effect if another ticket
   * has replaced `code`.
   */
  replaceTicket: post('/entries/:id/ticket', 'verifier', {
    body: replaceTicketSchema,
    response: json<EntryTicket>(),
  }),
  /** Counts entries that were verified before tickets existed and have not been e-mailed since. */
  countUnsentTickets: get('/tickets/unsent', 'admin', { response: json<{ tickets: number }>() }),
  sendTickets: post('/tickets/unsent', 'admin', { response: json<{ tickets: number }>() }),
  renewLink: post('/entries/:id/correction-link', 'verifier', { response: json<SentAgain>() }),
  /** Needs an `Idempotency-Key` header. */
  enterWalkIn: post('/walk-ins', 'verifier', {
    body: walkInSchema,
    status: 201,
    response: json<WalkInEntered>(),
  }),

  readBank: get('/bank', 'viewer', { response: json<Bank>() }),
  previewFile: post('/bank/preview', 'verifier', {
    ...file,
    body: previewFileSchema,
    response: json<BankView>(),
  }),
  /** Answers 409 if the id belongs to a different file. */
  importFile: post('/bank/imports', 'admin', {
    ...file,
    body: importFileSchema,
    status: 201,
    response: json<FileImported>(),
  }),
  /**
   * Answers 409 `too-late` after a minute, if a newer file exists, or if a payment of the file is
   * allocated.
   */
  undoImport: remove('/bank/imports/:id', 'admin', {}),
  /** Searches payers, UTRs and references. */
  findPayments: get('/bank/rows', 'viewer', {
    query: findPaymentsSchema,
    response: json<RowView[]>(),
  }),
  readMatches: get('/bank/matches', 'viewer', { response: json<BankView>() }),
  settle: post('/bank/settlements', 'verifier', {
    ...file,
    body: settleSchema,
    response: json<Settled>(),
  }),
  saveColumns: put('/bank/columns', 'admin', {
    body: saveColumnsSchema,
    response: json<Pick<Bank, 'known'>>(),
  }),
  listRefunds: get('/refunds', 'viewer', { response: json<Refunds>() }),
  /**
   * Lists refunds that were left out. For a single refund, answers 409 if the amount exceeds the
   * rest of the refund.
   */
  recordRefunds: post('/refunds', 'verifier', {
    body: recordRefundsSchema,
    response: json<RefundsRecorded>(),
  }),
  /** Answers 403 if another organiser recorded the refund. */
  undoRefund: post('/refunds/:id/undo', 'verifier', { response: json<Refunds>() }),

  readCash: get('/cash', 'viewer', { response: json<Cash>() }),
  /** Verifiers hand over their own cash, admins anyone's. Answers 409 if the holder has less. */
  handOver: post('/cash/handovers', 'verifier', { body: handOverSchema, response: json<Cash>() }),
  /**
   * Undoes handovers, and cash that verified no entry. Answers 409 if the cash was handed on, 403
   * if another organiser recorded it.
   */
  undoCashMove: post('/cash/:id/undo', 'verifier', { response: json<Cash>() }),

  /** Counts each e-mail address as one person. */
  countPeople: get('/messages/people', 'admin', {
    isForHeads: true,
    query: announcementFilterSchema,
    response: json<{ people: number }>(),
  }),
  /** Sends the e-mail to the caller only. */
  testAnnouncement: post('/messages/test', 'admin', {
    isForHeads: true,
    body: testAnnouncementSchema,
    response: json<SentAgain>(),
  }),
  /** Answers 409 `illegal` if the same list has received this text, unless `again` is set. */
  sendAnnouncement: post('/messages', 'admin', {
    isForHeads: true,
    query: announcementFilterSchema,
    body: sendAnnouncementSchema,
    response: json<{ people: number }>(),
  }),
  /** Returns the newest 50, newest first. Heads get their own messages. */
  listAnnouncements: get('/messages', 'admin', {
    isForHeads: true,
    response: json<{ announcements: Announcement[] }>(),
  }),
  /**
   * Heads can stop their own messages. Only admins from `ORGANISERS` can resume one: others get
   * 403.
   */
  setAnnouncement: put('/messages/:id', 'admin', { isForHeads: true, body: setAnnouncementSchema }),
  /** Answers 403 to the sender. */
  releaseAnnouncement: post('/messages/:id/release', 'admin', {}),

  readAudit: get('/audit', 'viewer', { query: auditQuerySchema, response: json<AuditPage>() }),

  readOverview: get('/overview', 'viewer', { response: json<Overview>() }),
  /** Heads get the list with no amounts of money. */
  readList: get('/lists', 'viewer', {
    isForHeads: true,
    query: queueFilterSchema,
    response: json<PeopleList>(),
  }),
  /** Recorded in the audit log. Answers 422 if the file would be too large. */
  exportList: get('/lists/file', 'admin', { isForHeads: true, query: exportListSchema }),
  /** Heads get the list with no amounts of money. */
  readAttendance: get('/attendance', 'viewer', {
    isForHeads: true,
    query: attendanceListSchema,
    response: json<AttendanceList>(),
  }),
  /** Marks can be sent again and in any order: the latest mark of a person counts. */
  markAttendance: post('/attendance', 'verifier', {
    isForHeads: true,
    query: attendanceListSchema,
    body: markAttendanceSchema,
    response: json<MarksReceived>(),
  }),
  /** Records in the audit log that phone numbers or addresses were copied, or a list printed. */
  recordCopy: post('/attendance/copies', 'admin', {
    isForHeads: true,
    query: attendanceListSchema,
    body: listCopySchema,
  }),
  /** Heads get the doors of their own events, here and in the other calls about doors. */
  readDoors: get('/doors', 'viewer', { isForHeads: true, response: json<Doors>() }),
  /** Opens another door for the list. */
  openDoor: post('/doors', 'verifier', {
    isForHeads: true,
    query: attendanceListSchema,
    body: openDoorSchema,
  }),
  /**
   * The link pairs one phone and expires after ten minutes. Returns 409 `illegal` if the door has
   * the maximum number of phones.
   */
  addPhone: post('/doors/:id/phones', 'verifier', {
    isForHeads: true,
    status: 201,
    response: json<{ address: string }>(),
  }),
  removePhone: remove('/doors/:id/phones/:phone', 'verifier', { isForHeads: true }),
  setRoom: put('/entries/:id/room', 'verifier', { body: setRoomSchema }),
  /**
   * Heads can replace members of teams of their events, admins also the only person of an entry.
   * Answers 409 `stale` with `current`, or 422 with the messages of the form.
   */
  replaceMember: post('/entries/:id/replacements', 'admin', {
    isForHeads: true,
    query: eventQuerySchema,
    body: replaceMemberSchema,
  }),
  readGroupLink: get('/group-link', 'admin', {
    isForHeads: true,
    query: eventQuerySchema,
    response: json<v.InferOutput<typeof groupLinkSchema>>(),
  }),
  setGroupLink: put('/group-link', 'admin', {
    isForHeads: true,
    query: eventQuerySchema,
    body: groupLinkSchema,
  }),
  /** Keyed by event, for events with limited places. A head gets their own events. */
  readPlaces: get('/places', 'viewer', {
    isForHeads: true,
    response: json<Record<string, EventPlaces>>(),
  }),
  readState: get('/festival', 'viewer', { isForHeads: true, response: json<StateView>() }),
  /**
   * Answers 409 `stale` if someone else has changed the same field since, or 422 with the messages
   * of `edition:check`.
   */
  saveSubject: put('/festival/subject', 'admin', {
    isForHeads: true,
    query: eventQuerySchema,
    body: saveSubjectSchema,
    response: json<StateView>(),
  }),
  saveNotice: put('/festival/notice', 'admin', {
    body: saveNoticeSchema,
    response: json<StateView>(),
  }),
  /** Restores the fields that have not changed since. Answers 409 `illegal` if there are none. */
  undoChange: post('/festival/undo', 'admin', {
    isForHeads: true,
    query: undoQuerySchema,
    body: undoChangeSchema,
    response: json<StateView>(),
  }),
  /** Here and in `exportAudit`, the file is CSV. `exportAudit` contains the newest 5,000 lines. */
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

export type CallResponse<Name extends DeskCallName> = Calls[Name] extends { response: infer Body }
  ? Exclude<Body, undefined>
  : undefined

export type CallParsed<
  Name extends DeskCallName,
  Part extends 'query' | 'body',
> = Calls[Name] extends {
  [Key in Part]: infer Schema extends v.GenericSchema
}
  ? v.InferOutput<Schema>
  : undefined

export type CallInput<Name extends DeskCallName> = (keyof CallParams<Name> extends never
  ? object
  : { params: CallParams<Name> }) &
  (Calls[Name] extends { query: infer Schema extends v.GenericSchema }
    ? { query: v.InferInput<Schema> }
    : object) &
  (Calls[Name] extends { body: infer Schema extends v.GenericSchema }
    ? { body: v.InferInput<Schema> }
    : object)

export const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
