import { problemStatus } from '../../../festival/problem'
import type { Call } from './call'

const leak = /\bat .+[.:]\d+:\d+|node_modules|SQLITE|sqlite|\/tmp\/|\/server\/|\.ts\b/

const isReading = (method: string) => /^(?:get|head)$/i.test(method)

/** What a bad request may succeed in: reading, learning that a coupon is none, and a picture that was still one. */
const maySucceed = ({ method, path }: Call, status: number): boolean =>
  isReading(method) || (status === 200 && (path === '/image/upload' || path.startsWith('/api/coupons/check')))

const findProblemFault = (status: number, text: string): string | undefined => {
  const problem: unknown = JSON.parse(text)
  if (typeof problem !== 'object' || !problem || !('code' in problem) || !('status' in problem)) return 'is no problem'
  const known = Object.entries(problemStatus).find(([code]) => code === problem.code)
  if (!known) return 'has a code that the table does not know'
  return known[1] === status && problem.status === status ? undefined : 'has another status than its code'
}

/** What is wrong with the answer to a bad request; undefined if nothing is. */
export const checkAnswer = async (call: Call, answer: Response): Promise<string | undefined> => {
  const { status, headers } = answer
  const text = await answer.text()
  if (status >= 500) return `answers ${status}: ${text.slice(0, 200)}`
  if (status < 400 && !maySucceed(call, status)) return `succeeds with ${status}: ${text.slice(0, 200)}`
  if (headers.get('X-Content-Type-Options') !== 'nosniff') return 'lacks nosniff'
  if (!headers.get('Content-Security-Policy')) return 'lacks a policy'
  if (status < 400) return undefined
  if (leak.test(text)) return `tells of its inside: ${text.slice(0, 200)}`
  if (!headers.get('Content-Type')?.startsWith('application/problem+json'))
    return isReading(call.method) ? undefined : `refuses with ${headers.get('Content-Type')}`
  return text === '' ? undefined : findProblemFault(status, text)
}
