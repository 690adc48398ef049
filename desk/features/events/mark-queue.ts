import {
  type AttendanceListKey,
  type AttendanceMark,
  type AttendancePerson,
  attendanceBounds,
  type MarksReceived,
  nameAttendanceList,
} from '../../../festival/contract/attendance'
import { groupBy } from '../../../festival/group-by'
import { makeUuid } from '../../../ui/make-uuid'
import { createStore } from '../../../ui/store'
import { CallError, retryDelayMs } from '../../api'

/** A mark that the server has not confirmed yet. */
export interface WaitingMark {
  /** The e-mail address of the organiser who made the mark, and who alone may send it. */
  by: string
  list: AttendanceListKey
  mark: AttendanceMark
}

export interface RefusedMark extends WaitingMark {
  message: string
}

export interface MarkQueueState {
  /** Oldest first. */
  waiting: readonly WaitingMark[]
  refused: readonly RefusedMark[]
  /** Why the marks are still waiting. Undefined while the connection works. */
  delay: string | undefined
}

/** Keeps marks across reloads. All organisers of this browser share it. */
export interface MarkStore {
  readAll: () => Promise<readonly WaitingMark[]>
  keep: (marks: readonly WaitingMark[]) => Promise<unknown>
  remove: (ids: string[]) => Promise<unknown>
}

export interface MarkServer {
  isSignedIn: (by: string) => Promise<boolean>
  send: (list: AttendanceListKey, marks: AttendanceMark[]) => Promise<MarksReceived>
  /** Runs before the saved marks leave the queue, so that the page keeps showing them. */
  onSaved: (list: AttendanceListKey, marks: AttendanceMark[]) => Promise<unknown>
}

const emptyState: MarkQueueState = { waiting: [], refused: [], delay: undefined }

const compareTimes = ({ mark: left }: WaitingMark, { mark: right }: WaitingMark): number =>
  left.at.localeCompare(right.at)

export const createMarkQueue = (store: MarkStore, readClockMs: () => number) => {
  const state = createStore(() => emptyState)
  let organiser = ''
  let server: MarkServer | undefined
  let isSending = false
  let failedAttempts = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let lastPressMs = 0

  const change = (changed: Partial<MarkQueueState>) => state.write({ ...state.read(), ...changed })

  const add = (marks: readonly WaitingMark[]) => {
    const all = [...state.read().waiting, ...marks]
    const unique = new Map(all.map((waiting) => [waiting.mark.id, waiting]))
    change({ waiting: [...unique.values()].sort(compareTimes) })
  }

  const forget = async (ids: string[]) => {
    change({ waiting: state.read().waiting.filter(({ mark }) => !ids.includes(mark.id)) })
    await store.remove(ids)
  }

  const sendBatch = async (batch: readonly WaitingMark[], { send, onSaved }: MarkServer) => {
    const [first] = batch
    if (!first) {
      return
    }
    const { list } = first
    const marks = batch.map(({ mark }) => mark)
    const answer = await send(list, marks)
    const messages = new Map(answer.refused.map(({ id, message }) => [id, message]))
    await onSaved(
      list,
      marks.filter(({ id }) => !messages.has(id)),
    )
    const refused = batch.flatMap((waiting) => {
      const message = messages.get(waiting.mark.id)
      return message === undefined ? [] : [{ ...waiting, message }]
    })
    if (first.by === organiser) {
      change({ refused: [...state.read().refused, ...refused] })
    }
    await forget(marks.map(({ id }) => id))
  }

  /** A list that the server refuses does not hold up the other lists. */
  const sendEachList = async (): Promise<CallError | undefined> => {
    let failure: CallError | undefined
    const by = organiser
    const lists = groupBy(state.read().waiting, ({ list }) => [nameAttendanceList(list)])
    for (const marks of lists.values()) {
      try {
        const isSignedIn = await server?.isSignedIn(by)
        // Another organiser may have signed in since.
        if (!server || organiser !== by) {
          return undefined
        }
        if (!isSignedIn) {
          close()
          return undefined
        }
        await sendBatch(marks.slice(0, attendanceBounds.marksPerRequest), server)
      } catch (error) {
        failure = error instanceof CallError ? error : new CallError(undefined)
      }
    }
    return failure
  }

  const sendWaiting = async (): Promise<void> => {
    if (isSending || state.read().waiting.length === 0) {
      return
    }
    isSending = true
    clearTimeout(retryTimer)
    const failure = await sendEachList()
    isSending = false
    change({ delay: failure?.message })
    if (failure) {
      retryTimer = setTimeout(sendWaiting, retryDelayMs(failedAttempts, failure))
      failedAttempts += 1
    } else {
      failedAttempts = 0
      // More marks may have been made since.
      await sendWaiting()
    }
  }

  /** Loads the organiser's stored marks and sends them. */
  const open = async (by: string, connection: MarkServer): Promise<void> => {
    organiser = by
    server = connection
    const stored = await store.readAll()
    if (organiser === by) {
      add(stored.filter((waiting) => waiting.by === by))
      await sendWaiting()
    }
  }

  /** Stops sending. Unsent marks stay in the store. */
  const close = () => {
    organiser = ''
    server = undefined
    clearTimeout(retryTimer)
    state.write(emptyState)
  }

  /** Each press has a later time than the one before, because the latest mark counts. */
  const makeTime = (): string => {
    lastPressMs = Math.max(readClockMs(), lastPressMs + 1)
    return new Date(lastPressMs).toISOString()
  }

  const press = async (
    list: AttendanceListKey,
    entryId: string,
    people: readonly Pick<AttendancePerson, 'member'>[],
    isPresent: boolean,
  ): Promise<void> => {
    const at = makeTime()
    const marks = people.map(({ member }) => ({
      by: organiser,
      list,
      mark: { id: makeUuid(), entryId, member, isPresent, at },
    }))
    const { refused } = state.read()
    change({ refused: refused.filter(({ mark }) => mark.entryId !== entryId) })
    add(marks)
    await store.keep(marks)
    await sendWaiting()
  }

  /** Removes the organiser's unsent marks for good. */
  const drop = (): Promise<void> => forget(state.read().waiting.map(({ mark }) => mark.id))

  return { use: state.use, read: state.read, open, close, press, drop, sendWaiting }
}
