import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { listen } from '../../tests/support/listen'
import { TimeLimitError, withTimeLimit } from './time-limit'

const neverStops = new AbortController().signal

test('returns the result of work that finishes in time', async () => {
  expect(await withTimeLimit(1_000, neverStops, async () => 'done')).toBe('done')
})

test.each([
  ['answer', () => {}],
  ['finish its answer', (_, response) => response.write('{')],
] satisfies [string, Parameters<typeof listen>[0]][])(
  'ends a call to a server that does not %s, even after garbage collection (20.29)',
  async (_, handler) => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc')
    const server = await listen(handler)
    const collecting = setInterval(collectGarbage, 20)
    const call = withTimeLimit(300, new AbortController().signal, async (signal) => {
      const response = await fetch(server.url, { signal })
      return response.text()
    })
    await expect(call).rejects.toBeInstanceOf(TimeLimitError)
    clearInterval(collecting)
    await server.stop()
  },
)

test('ends work that ignores its signal when it is stopped', async () => {
  const stop = new AbortController()
  const work = withTimeLimit(10_000, stop.signal, () => new Promise(() => {}))
  stop.abort()
  await expect(work).rejects.toHaveProperty('name', 'AbortError')
})

test('does not start work once it is stopped', async () => {
  const stopped = AbortSignal.abort()
  const work = withTimeLimit(10_000, stopped, () => Promise.reject(new Error('started')))
  await expect(work).rejects.toHaveProperty('name', 'AbortError')
})
