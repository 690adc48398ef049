import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AttendanceMark, MarksReceived } from '../../../festival/contract/attendance'
import { deskCalls } from '../../../festival/contract/calls'
import {
  attendanceOptions,
  dropMarks,
  pressMarks,
  type StoredMark,
  sendingOptions,
  storedMarksOptions,
} from './attendance-marks'

const stored = vi.hoisted(() => new Map<string, StoredMark[]>())
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  get: async (key: string) => stored.get(key),
  update: async (key: string, change: (value: StoredMark[] | undefined) => StoredMark[]) =>
    stored.set(key, change(stored.get(key))),
  del: async (key: string) => stored.delete(key),
}))

const asha = 'asha@organisers.test'
const ravi = 'ravi@organisers.test'
const quiz = { event: 'SeniorQuiz' } as const
const lunch = { lunch: '2025-10-08' } as const
const first = { member: 1 }
const second = { member: 2 }

let client: QueryClient
let sent: AttendanceMark[][]
let answer: (marks: AttendanceMark[], list: URLSearchParams) => Promise<Response>
let signedIn: string

const accept = async (refused: MarksReceived['refused'] = []) => Response.json({ refused })
const failToConnect = () => Promise.reject(new TypeError('Failed to fetch'))
const refuse = async () =>
  Response.json(
    { type: 'about:blank', title: 'No', status: 403, code: 'forbidden', detail: 'Not yours.' },
    { status: 403 },
  )

const press = (list: StoredMark['list'], people: readonly { member: number }[], isPresent = true) =>
  pressMarks(client, asha, list, { entryId: 'e1', people, isPresent })
const signInAs = (email: string) => {
  signedIn = email
  return client.fetchQuery(sendingOptions(client, email))
}
const listStored = (by = asha) => stored.get(by) ?? []
const readFailure = () =>
  client.getQueryState(sendingOptions(client, asha).queryKey)?.fetchFailureReason?.message

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2025-10-08T04:00:00.000Z') })
  client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  stored.clear()
  sent = []
  answer = () => accept()
  signedIn = asha
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (address === deskCalls.readMe.path) {
      return Response.json({ email: signedIn, role: 'verifier' })
    }
    const { marks } = JSON.parse(String(body))
    sent.push(marks)
    return answer(marks, new URLSearchParams(address.split('?')[1]))
  })
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('stores a mark under its organiser before sending it, and removes it once saved (17.36)', async () => {
  client.setQueryData(attendanceOptions(quiz).queryKey, { entries: [] })
  answer = async () => {
    expect(listStored()).toMatchObject([
      { list: quiz, mark: { entryId: 'e1', member: 1, isPresent: true } },
    ])
    return accept()
  }
  await press(quiz, [first])
  expect(sent).toHaveLength(1)
  expect(listStored()).toEqual([])
})

test('keeps marks that could not be sent, and sends them in order later (17.36)', async () => {
  answer = failToConnect
  const presses = [press(quiz, [first, second]), press(quiz, [second], false)]
  await vi.advanceTimersByTimeAsync(0)
  expect(readFailure()).toBe('The server cannot be reached at the moment.')
  expect(listStored()).toHaveLength(3)
  answer = () => accept()
  sent = []
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(presses)
  expect(sent.flat()).toHaveLength(3)
  expect(sent.at(-1)?.at(-1)).toMatchObject({ member: 2, isPresent: false })
  expect(listStored()).toEqual([])
  expect(readFailure()).toBeUndefined()
})

test('sends stored marks after a reload, with their first IDs and times (17.36)', async () => {
  answer = failToConnect
  void press(quiz, [first])
  await vi.advanceTimersByTimeAsync(0)
  const [unsent] = sent
  client.clear()
  answer = () => accept()
  sent = []
  await signInAs(asha)
  expect(sent).toEqual([unsent])
  expect(listStored()).toEqual([])
})

test('neither shows nor sends another organiser’s marks (17.37)', async () => {
  answer = failToConnect
  void press(quiz, [first])
  await vi.advanceTimersByTimeAsync(0)
  answer = () => accept()
  sent = []
  await signInAs(ravi)
  expect(client.getQueryData(storedMarksOptions(ravi).queryKey)).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
  expect(listStored()).toHaveLength(1)
  await signInAs(asha)
  expect(sent).toHaveLength(1)
})

test('sends no further marks if another organiser signs in during a request (17.37)', async () => {
  answer = failToConnect
  void press(quiz, [first])
  void press(lunch, [first])
  await vi.advanceTimersByTimeAsync(0)
  sent = []
  answer = () => {
    signedIn = ravi
    return accept()
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(listStored()).toMatchObject([{ list: lunch }])
})

test('shows why the server refused a mark until the person is marked again (17.36)', async () => {
  answer = ([mark]) => accept([{ id: mark?.id ?? '', message: 'Not on this list.' }])
  await press(quiz, [first])
  expect(listStored()).toMatchObject([{ refusal: 'Not on this list.' }])
  answer = () => accept()
  await press(quiz, [first])
  expect(sent).toHaveLength(2)
  expect(listStored()).toEqual([])
})

test('shows the refusal of a list, and sends the marks of other lists (17.36)', async () => {
  answer = (_marks, list) => (list.has('event') ? refuse() : accept())
  await press(quiz, [first])
  await press(lunch, [second])
  expect(sent).toHaveLength(2)
  expect(listStored()).toMatchObject([{ list: quiz, refusal: 'Not yours.' }])
})

test('sends at most 100 marks at once (17.36)', async () => {
  const members = Array.from({ length: 135 }, (_, index) => ({ member: index + 1 }))
  await press(quiz, members)
  expect(sent.map(({ length }) => length)).toEqual([100, 35])
})

test('gives each press a later time, even within one millisecond (17.35)', async () => {
  await press(quiz, [first])
  await press(quiz, [first], false)
  const [before, after] = sent.flat().map(({ at }) => Date.parse(at))
  expect(after).toBe((before ?? 0) + 1)
})

test('drops unsent marks at sign-out (17.38)', async () => {
  answer = failToConnect
  void press(quiz, [first])
  await vi.advanceTimersByTimeAsync(0)
  await dropMarks(asha)
  client.clear()
  answer = () => accept()
  sent = []
  await signInAs(asha)
  expect(sent).toEqual([])
})
