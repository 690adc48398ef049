import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ProblemCode, problemStatus } from '../../festival/contract/problem'
import type { ApiFailure, ApiResult } from '../api'
import { sendWithRetries, type Wait } from './retries'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const saved: ApiResult<string> = { ok: true, value: 'saved' }
const refuse = (code: ProblemCode, retryAfterSeconds?: number): ApiResult<string> => {
  const failure: ApiFailure = {
    kind: 'problem',
    problem: {
      type: 'about:blank',
      title: '',
      status: problemStatus[code],
      code,
      detail: 'Later.',
    },
  }
  if (retryAfterSeconds !== undefined) {
    failure.retryAfterSeconds = retryAfterSeconds
  }
  return { ok: false, failure }
}

/** Answers calls with these results, then repeats the last one. Records the waits. */
const sendThrough = (answers: readonly ApiResult<string>[], given = new AbortController()) => {
  const waits: Wait[] = []
  let calls = 0
  const outcome = sendWithRetries(
    async () => answers[Math.min(calls++, answers.length - 1)] ?? saved,
    {
      onWait: (wait) => wait && waits.push(wait),
      signal: given.signal,
    },
  )
  return { outcome, waits, calls: () => calls, stop: () => given.abort() }
}

test.each(['too-many-requests', 'unavailable'] as const)(
  'waits a few seconds and retries after %s',
  async (code) => {
    const sent = sendThrough([refuse(code, 4), refuse(code, 2), saved])
    await vi.advanceTimersByTimeAsync(4_900)
    expect(sent.calls()).toBe(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(sent.calls()).toBe(2)
    await vi.advanceTimersByTimeAsync(2_600)
    expect(await sent.outcome).toEqual(saved)
    expect(sent.waits.map(({ seconds }) => seconds)).toEqual([5, 3])
  },
)

test('delays retries randomly by up to half of the wait', async () => {
  vi.mocked(Math.random).mockReturnValueOnce(0).mockReturnValueOnce(0.999)
  const first = sendThrough([refuse('unavailable', 10), saved])
  const last = sendThrough([refuse('unavailable', 10), saved])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([first.calls(), last.calls()]).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(last.calls()).toBe(2)
})

test.each([
  ['a refusal with a long wait', refuse('too-many-requests', 600)],
  ['a refusal without a wait', refuse('unavailable')],
  ['the refusal of an invalid form', refuse('invalid', 5)],
  ['a failed e-mail', refuse('email-failed', 5)],
])('returns %s without a retry', async (_, refusal) => {
  const sent = sendThrough([refusal, saved])
  expect(await sent.outcome).toEqual(refusal)
  expect(sent.waits).toEqual([])
})

test('gives up after about a minute and returns the last refusal', async () => {
  const sent = sendThrough([refuse('too-many-requests', 8)])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await sent.outcome).toEqual(refuse('too-many-requests', 8))
  expect(sent.calls()).toBe(7)
})

test('stops retrying and returns the refusal if the wait is stopped', async () => {
  const sent = sendThrough([refuse('unavailable', 10), saved])
  await vi.advanceTimersByTimeAsync(1_000)
  sent.stop()
  expect(await sent.outcome).toEqual(refuse('unavailable', 10))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.calls()).toBe(1)
})
