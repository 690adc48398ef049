import { type Attack, createTally, inParallel, tell } from '../attack'
import { fling, json } from '../send'

/** As many bytes of combining marks as a body may have, so that sorting them takes the square of their number. */
const marks = (bytes: number) => `a${'\u0301'.repeat(bytes / 4)}${'\u0316'.repeat(bytes / 4)}`

const member = (field: string, text: string) => ({
  name: 'Asha Test',
  phone: '0123456789',
  year: 'Final year',
  [field]: text,
})

/** Each text field of the three forms, and the coupon. */
const calls: [path: string, body: (text: string) => object][] = [
  ['/api/coupons/check', (text) => ({ event: 'SeniorQuiz', code: text })],
  ['/api/coupons/check', (text) => ({ event: text, code: 'a' })],
  ...['name', 'phone', 'year'].map((field): [string, (text: string) => object] => [
    '/api/event-registrations',
    (text) => ({ event: 'SeniorQuiz', category: 'student', members: [member(field, text)] }),
  ]),
  ...['email', 'institution', 'category', 'delegate_id', 'coupon', 'payment_screenshot_url'].map(
    (field): [string, (text: string) => object] => [
      '/api/event-registrations',
      (text) => ({ event: 'SeniorQuiz', [field]: text }),
    ],
  ),
  ...['name', 'email', 'phone', 'institution', 'payment_screenshot_url'].map(
    (field): [string, (text: string) => object] => [
      '/api/delegate-passes',
      (text) => ({ tier: 'magnus', [field]: text }),
    ],
  ),
  ...['name', 'college', 'transaction_id', 'email', 'phone', 'arrival', 'id_proof_url'].map(
    (field): [string, (text: string) => object] => ['/api/accommodations', (text) => ({ [field]: text })],
  ),
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
