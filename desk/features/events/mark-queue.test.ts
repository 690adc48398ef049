import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AttendanceMark, MarksReceived } from '../../../festival/contract/attendance'
import { CallError } from '../../api'
import { createMarkQueue, type MarkServer, type WaitingMark } from './mark-queue'

const asha = 'asha@organisers.test'
const ravi = 'ravi@organisers.test'
const quiz = { event: 'SeniorQuiz' } as const
const first = { member: 1 }
const second = { member: 2 }
const lunch = { lunch: '2025-10-08' } as const

let stored: Map<string, WaitingMark>
let sent: AttendanceMark[][]
let saved: AttendanceMark[]
let answer: (marks: AttendanceMark[]) => Promise<MarksReceived>
let signedIn: string
let nowMs: number

const server: MarkServer = {
  isSignedIn: async (by) => by === signedIn,
  send: async (_list, marks) => {
    sent.push(marks)
    return await answer(marks)
  },
  onSaved: async (_list, marks) => {
    saved.push(...marks)
  },
}

const makeQueue = () =>
  createMarkQueue(
    {
      readAll: async () => [...stored.values()],
      keep: async (marks) => {
        for (const waiting of marks) {
          stored.set(waiting.mark.id, waiting)
        }
      },
      remove: async (ids) => {
        for (const id of ids) {
          stored.delete(id)
        }
      },
    },
    () => nowMs,
  )

const acceptAll = async (): Promise<MarksReceived> => ({ refused: [] })
const failToConnect = () => Promise.reject(new CallError(undefined))

beforeEach(() => {
  vi.useFakeTimers()
  stored = new Map()
  sent = []
  saved = []
  answer = acceptAll
  signedIn = asha
  nowMs = Date.parse('2025-10-08T04:00:00.000Z')
})
afterEach(() => vi.useRealTimers())

test('stores a mark under its organiser before sending it, and removes it once saved (17.36)', async () => {
  const queue = makeQueue()
  await queue.open(asha, server)
  answer = async () => {
    expect([...stored.values()]).toMatchObject([
      { by: asha, list: quiz, mark: { entryId: 'e1', member: 1, isPresent: true } },
    ])
    return { refused: [] }
  }
  await queue.press(quiz, 'e1', [first], true)
  expect(saved).toHaveLength(1)
  expect(stored.size).toBe(0)
  expect(queue.read()).toEqual({ waiting: [], refused: [], delay: undefined })
})

test('keeps marks that could not be sent, and sends them in order later (17.36)', async () => {
  const queue = makeQueue()
  await queue.open(asha, server)
  answer = failToConnect
  await queue.press(quiz, 'e1', [first, second], true)
  await queue.press(quiz, 'e1', [second], false)
  expect(queue.read().delay).toBe('The server cannot be reached at the moment.')
  expect(stored.size).toBe(3)
  answer = acceptAll
  sent = []
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.at(-1)).toMatchObject({ member: 2, isPresent: false })
  expect(stored.size).toBe(0)
  expect(queue.read().delay).toBeUndefined()
})

test('sends stored marks after a reload, with their first IDs and times (17.36)', async () => {
  const before = makeQueue()
  await before.open(asha, server)
  answer = failToConnect
  await before.press(quiz, 'e1', [first], true)
  before.close()
  const [[unsent] = []] = sent
  answer = acceptAll
  sent = []
  const after = makeQueue()
  await after.open(asha, server)
  expect(sent).toEqual([[unsent]])
  expect(stored.size).toBe(0)
})

test('neither shows nor sends another organiser’s marks (17.37)', async () => {
  const queue = makeQueue()
  await queue.open(asha, server)
  answer = failToConnect
  await queue.press(quiz, 'e1', [first], true)
  queue.close()
  answer = acceptAll
  sent = []
  signedIn = ravi
  await queue.open(ravi, server)
  expect(queue.read().waiting).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
  expect(stored.size).toBe(1)
  queue.close()
  signedIn = asha
  await queue.open(asha, server)
  expect(sent).toHaveLength(1)
})

test('stops sending if another organiser has signed in in another tab (17.37)', async () => {
  const queue = makeQueue()
  await queue.open(asha, server)
  signedIn = ravi
  await queue.press(quiz, 'e1', [first], true)
  expect(sent).toEqual([])
  expect(queue.read().waiting).toEqual([])
  expect(stored.size).toBe(1)
})

test('sends no further marks if another organiser signs in during a request (17.37)', async () => {
  const queue = makeQueue()
  await queue.open(asha, server)
  answer = failToConnect
  await queue.press(quiz, 'e1', [first], true)
  await queue.press(lunch, 'e2', [first], true)
  sent = []
  answer = async () => {
    queue.close()
    signedIn = ravi
    await queue.open(ravi, server)
    return { refused: [] }
  }
  await queue.sendWaiting()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect([...stored.values()]).toMatchObject([{ by: asha, list: lunch }])
})

test('shows why the server refused a mark until the person is marked again (17.36)', async () => {
  const queue = makeQueue()
  await queue.open(asha, server)
  answer = async ([mark]) => ({
    refused: [{ id: mark?.id ?? '', message: 'This entry is not on this list.' }],
  })
  await queue.press(quiz, 'e1', [first], true)
  expect(saved).toEqual([])
  expect(stored.size).toBe(0)
  expect(queue.read().refused).toMatchObject([
    { mark: { entryId: 'e1' }, message: 'This entry is not on this list.' },
  ])
  answer = acceptAll
  await queue.press(quiz, 'e1', [first], true)
  expect(queue.read().refused).toEqual([])
})

test('keeps the marks of a list that the server refuses, and sends other lists (17.36)', async () => {
  const queue = makeQueue()
  await queue.open(asha, {
    ...server,
    send: (list, marks) => (list.event ? failToConnect() : server.send(list, marks)),
  })
  await queue.press(quiz, 'e1', [first], true)
  await queue.press(lunch, 'e2', [first], true)
  expect(sent).toHaveLength(1)
  expect([...stored.values()]).toMatchObject([{ list: quiz }])
})

test('sends at most 100 marks at once (17.36)', async () => {
  const queue = makeQueue()
  await queue.open(asha, server)
  const members = Array.from({ length: 45 }, (_, index) => ({ member: index + 1 }))
  answer = failToConnect
  for (const entryId of ['e1', 'e2', 'e3']) {
    await queue.press(quiz, entryId, members, true)
  }
  answer = acceptAll
  sent = []
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent.map(({ length }) => length)).toEqual([100, 35])
})

test('gives each press a later time, even within one millisecond (17.35)', async () => {
  const queue = makeQueue()
  await queue.open(asha, server)
  await queue.press(quiz, 'e1', [first], true)
  await queue.press(quiz, 'e1', [first], false)
  expect(sent.flat().map(({ at }) => at)).toEqual([
    '2025-10-08T04:00:00.000Z',
    '2025-10-08T04:00:00.001Z',
  ])
})

test('drops unsent marks at sign-out (17.38)', async () => {
  const queue = makeQueue()
  await queue.open(asha, server)
  answer = failToConnect
  await queue.press(quiz, 'e1', [first], true)
  await queue.drop()
  expect(stored.size).toBe(0)
  expect(queue.read().waiting).toEqual([])
})
