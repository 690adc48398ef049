import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeliveryQueue } from './delivery-queue'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const after = async <T>(ms: number, waited: Promise<T>): Promise<T> => {
  await vi.advanceTimersByTimeAsync(ms)
  return waited
}

test('limits concurrent turns, and refuses callers that wait too long', async () => {
  const queue = new DeliveryQueue({ concurrency: 2 })
  expect(await Promise.all([queue.acquire(1, 0), queue.acquire(1, 0)])).toEqual([true, true])
  const third = queue.acquire(1, 10_000)
  expect(await after(20, queue.acquire(1, 20))).toBe(false)
  queue.release()
  expect(await third).toBe(true)
  expect(queue.free).toBe(0)
})

test('starts ten e-mails a second at equal intervals', async () => {
  const queue = new DeliveryQueue({ concurrency: 100, perSecond: 10 })
  const began = performance.now()
  const times: number[] = []
  for (let time = 0; time < 6; time += 1) {
    void queue.acquire(1, 10_000).then(() => times.push(performance.now() - began))
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(times).toEqual([0, 100, 200, 300, 400, 500])
})

test('refuses callers immediately if their turn would come too late', async () => {
  const queue = new DeliveryQueue({ concurrency: 100, perSecond: 1 })
  const granted: boolean[] = []
  for (let time = 0; time < 10; time += 1) {
    void queue.acquire(1, 4_500).then((hasTurn) => granted.push(hasTurn))
  }
  await vi.advanceTimersByTimeAsync(1)
  // One begins at once, four more fit into the time, and five would not.
  expect(granted.toSorted()).toEqual([false, false, false, false, false, true])
  queue.close()
})

test('serves callers by priority, then by arrival', async () => {
  const queue = new DeliveryQueue({ concurrency: 1 })
  await queue.acquire(1, 0)
  const order: string[] = []
  const arrive = async (priority: number, name: string) => {
    await queue.acquire(priority, 10_000)
    order.push(name)
    queue.release()
  }
  const all = [arrive(2, 'decision'), arrive(1, 'first'), arrive(0, 'sign-in'), arrive(1, 'second')]
  queue.release()
  await Promise.all(all)
  expect(order).toEqual(['sign-in', 'first', 'second', 'decision'])
})

test('doubles the pause after each throttling, and resets it after a success', async () => {
  const queue = new DeliveryQueue({ concurrency: 10 })
  queue.backOff()
  queue.backOff()
  expect(queue.pausedMs).toBeGreaterThan(1_500)
  expect(queue.pausedMs).toBeLessThanOrEqual(2_000)
  expect(await queue.acquire(1, 500)).toBe(false)
  expect(await after(2_000, queue.acquire(1, 2_100))).toBe(true)
  queue.backOff()
  expect(queue.pausedMs).toBeGreaterThan(3_000)
  await after(4_000, queue.acquire(1, 5_000))
  queue.recover()
  queue.backOff()
  expect(queue.pausedMs).toBeLessThanOrEqual(2_000)
})

test('pauses for as long as the server asks, up to ten minutes', () => {
  const queue = new DeliveryQueue({ concurrency: 10 })
  queue.backOff(30)
  expect(Math.round(queue.pausedMs / 1_000)).toBe(30)
  queue.backOff(86_400)
  expect(Math.round(queue.pausedMs / 1_000)).toBe(600)
})

test('refuses all callers after closing', async () => {
  for (const queue of [
    new DeliveryQueue({ concurrency: 1 }),
    new DeliveryQueue({ concurrency: 9, perSecond: 1 }),
  ]) {
    await queue.acquire(1, 0)
    const waiting = [queue.acquire(1, 10_000), queue.acquire(2, 10_000)]
    await vi.advanceTimersByTimeAsync(10)
    queue.close()
    expect(await Promise.all(waiting)).toEqual([false, false])
    queue.release()
    expect(await queue.acquire(1, 10_000)).toBe(false)
  }
})
