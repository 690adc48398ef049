import { accommodationBody, delegatePassBody, registrationBody, textPaths } from '../../../support/bodies'
import { type Attack, createTally, inParallel, tell } from '../attack'
import { fling, json } from '../send'

/** As many bytes of combining marks as a body may have, so that sorting them takes the square of their number. */
const marks = (bytes: number) => `a${'\u0301'.repeat(bytes / 4)}${'\u0316'.repeat(bytes / 4)}`

/** A body with this text at this path, and without the other texts. */
const placeText = (path: string, text: string): object => {
  const [field = '', index, part = ''] = path.split('.')
  if (index === undefined) return { [field]: text }
  const [leader] = registrationBody.members
  return { [field]: part ? [{ ...leader, [part]: text }] : [text] }
}

const form = (path: string, body: object, needed: object): [path: string, body: (text: string) => object][] =>
  textPaths(body).map((place) => [path, (text) => ({ ...needed, ...placeText(place, text) })])

/** Each text field of the three forms, and the coupon. */
const calls: [path: string, body: (text: string) => object][] = [
  ['/api/coupons/check', (text) => ({ event: 'SeniorQuiz', code: text })],
  ['/api/coupons/check', (text) => ({ event: text, code: 'a' })],
  ...form('/api/event-registrations', registrationBody, { event: 'SeniorQuiz', category: 'student' }),
  ...form('/api/delegate-passes', delegatePassBody, { tier: 'magnus' }),
  ...form('/api/accommodations', accommodationBody, {}),
]

export const combiningMarks: Attack = {
  name: 'C1 megabytes of combining marks in every text field',
  seconds: 10,
  run: async (target, isOver) => {
    const heard = createTally()
    const texts = [60_000, 1_040_000].map(marks)
    let turn = 0
    await inParallel(2, isOver, async () => {
      const [path, body] = calls[Math.floor(turn / 2) % calls.length] ?? calls[0] ?? ['/', () => ({})]
      const text = texts[turn % 2] ?? ''
      turn += 1
      heard.add(await fling(target, { method: 'POST', path, headers: json, body: JSON.stringify(body(text)) }))
    })
    return tell(heard.words())
  },
}
