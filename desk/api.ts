import type { AuditPage, AuditQuery } from '../festival/desk/audit'
import type {
  AskKnown,
  Bank,
  BankView,
  FileImported,
  ImportFile,
  KeepColumns,
  KnownNumbers,
  PreviewFile,
  Settle,
  Settled,
} from '../festival/desk/bank'
import { type DeskCallName, deskCalls, fillPath } from '../festival/desk/calls'
import type {
  Decided,
  DecideMany,
  DecideOne,
  LastPress,
  ManyDecided,
  ManyPreviewed,
  PreviewMany,
  Undone,
} from '../festival/desk/decision'
import type { EvidenceKept, PostEvidence, ProofsToRead } from '../festival/desk/evidence'
import type { People } from '../festival/desk/people'
import type { QueueCounts, QueueFilter, QueuePage, QueueQuery } from '../festival/desk/queue'
import type { SubmissionRecord } from '../festival/desk/record'
import type { NoteRefund, Refunds } from '../festival/desk/refunds'
import type { AskedForLink, AskForLink, Me, OwnSessions, SpendLink } from '../festival/desk/sign-in'
import type { SentAgain, WalkIn, WalkInEntered } from '../festival/desk/walk-in'
import { isProblem, type Problem } from '../festival/problem'
import { noteServerTime } from './words/server-clock'

/** What each call is given and answers; `parts` fill its path. */
interface Calls extends Record<DeskCallName, { parts?: object; query?: object; body?: object; answer: unknown }> {
  askForLink: { body: AskForLink; answer: AskedForLink }
  signIn: { body: SpendLink; answer: Me }
  readMe: { answer: Me }
  listSessions: { answer: OwnSessions }
  endSession: { parts: { id: string }; answer: undefined }
  listPeople: { answer: People }
  listQueue: { query: QueueQuery; answer: QueuePage }
  countQueue: { query: QueueFilter; answer: QueueCounts }
  readRecord: { parts: { id: string }; answer: SubmissionRecord }
  readProof: { parts: { id: string; proof: string }; answer: undefined }
  decide: { body: DecideOne; answer: Decided }
  previewMany: { body: PreviewMany; answer: ManyPreviewed }
  decideMany: { body: DecideMany; answer: ManyDecided }
  readLastPress: { answer: { press: LastPress | null } }
  undo: { parts: { id: string }; answer: Undone }
  listUnread: { answer: ProofsToRead }
  postEvidence: { body: PostEvidence; answer: EvidenceKept }
  sendAgain: { parts: { id: string }; answer: SentAgain }
  renewLink: { parts: { id: string }; answer: SentAgain }
  enterWalkIn: { body: WalkIn; answer: WalkInEntered }
  readBank: { answer: Bank }
  previewFile: { body: PreviewFile; answer: BankView }
  askKnownNumbers: { body: AskKnown; answer: KnownNumbers }
  importFile: { body: ImportFile; answer: FileImported }
  undoImport: { parts: { id: string }; answer: undefined }
  readMatches: { answer: BankView }
  settle: { body: Settle; answer: Settled }
  keepColumns: { body: KeepColumns; answer: Pick<Bank, 'known'> }
  listRefunds: { answer: Refunds }
  noteRefund: { body: NoteRefund; answer: Refunds }
  readAudit: { query: AuditQuery; answer: AuditPage }
}

interface Given {
  parts?: object
  query?: object
  body?: object
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Lets the browser finish the call when the page goes away. */
  keepalive?: boolean
}

/** Why a call gave no answer: the server refused it, or nothing that we understand came back. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  constructor(
    /** Undefined where no answer of ours came. */
    readonly problem: Problem | undefined,
    readonly retryAfterSeconds?: number,
  ) {
    super(problem?.detail ?? 'The server cannot be reached at the moment.')
  }

  /** Whether the same call may go through later without anybody changing anything. */
  get isPassing(): boolean {
    return this.problem === undefined || this.problem.status >= 500 || this.problem.code === 'too-many-requests'
  }
}

/** Past this nobody is answering, in milliseconds; a whole statement, and all of a press that is taken back, take longer. */
const answerLimitMs = 15_000
const longLimitMs = 120_000
const isLong = (name: DeskCallName) =>
  ['previewFile', 'importFile', 'readMatches', 'settle', 'previewMany', 'undo'].includes(name)

const textOf = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )

const addressOf = (name: DeskCallName, { parts = {}, query = {} }: Given): string => {
  const search = new URLSearchParams(textOf(query)).toString()
  return fillPath(deskCalls[name].path, textOf(parts)) + (search && `?${search}`)
}

const readProblem = (text: string): Problem | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isProblem(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The value of an answer, or CallFailed. A proxy's own page is no answer of ours. */
const readAnswer = async <T>(response: Response): Promise<T> => {
  const text = await response.text()
  if (!response.ok) {
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
    throw new CallFailed(readProblem(text), Number.isFinite(seconds) ? seconds : undefined)
  }
  try {
    return JSON.parse(text === '' ? 'null' : text)
  } catch {
    throw new CallFailed(undefined)
  }
}

/**
 * Makes one of the desk's calls.
 * @throws CallFailed when there is no answer, or a refusal
 */
export const call = async <Name extends DeskCallName>(
  name: Name,
  given: Given & Omit<Calls[Name], 'answer'>,
): Promise<Calls[Name]['answer']> => {
  const { body, headers = {}, signal, keepalive = false } = given
  const limit = AbortSignal.timeout(isLong(name) ? longLimitMs : answerLimitMs)
  try {
    const response = await fetch(addressOf(name, given), {
      method: deskCalls[name].method,
      headers: { ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      keepalive,
    })
    noteServerTime(response.headers.get('Date'))
    return await readAnswer<Calls[Name]['answer']>(response)
  } catch (error) {
    if (error instanceof CallFailed) throw error
    // Whoever asked has gone away: that is no fault of the server's.
    if (signal?.aborted) throw signal.reason
    throw new CallFailed(undefined)
  }
}
