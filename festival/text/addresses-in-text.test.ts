import { describe, expect, it } from 'vitest'
import { hasAddress, hasPhoneNumber, mayNamePayee } from './addresses-in-text'

const isRefused = (text: string) => hasAddress(text) || hasPhoneNumber(text)

describe('refuses text that could redirect a payment (behaviour 16.46)', () => {
  it.each([
    // Phone numbers
    'Call 98765 43210',
    'Call 98.76.54.32.10',
    'Call 98:76 54:32 10',
    'Call 98:76:54:32:10',
    'Pay 987 6:54 3:21 0',
    'Call 9876.54.32.10',
    'Call 98765a43210',
    'Call 98 12:34 5670',
    'Call +91-98765-43210',
    'Call ९८७६५ ४३२१०',
    'Call ９８７６５４３２１０',
    'Call 98765\u200b43210',
    'Call 9-8-7-6-5-4-3-2-1-0',
    'Call nine eight seven six five four three two one zero',
    'Call double nine eight seven six five four three two one',
    'GPay 9.8.7.6.5.4.3.2.1.0',
    // UPI IDs
    'Pay to cerebra@okaxis',
    'Pay to cerebra＠okaxis',
    'Pay to cerebra ﹫ ybl',
    'Pay to cerebraⓐybl',
    'Pay to cerebra  at  okaxis',
    'Pay to cerebra at\u00a0okaxis',
    'Pay to cerebra at ptsbi',
    'Pay to cerebra at hdfcbank',
    'Pay to cerebra at okhdfcbank',
    'Pay to cerebra at axisbank',
    'Pay to cerebra at kotak',
    'Pay to cerebra at freecharge',
    'Pay to cerebra at yapl',
    'Pay to cerebra at amazonpay',
    'Pay to cerebra (a) ybl',
    'Pay to cerebra(a)ybl',
    'Pay to cerebra [at] paytm',
    'Pay to cerebra {at} upi',
    'Pay to cerebra -at- upi',
    'Pay to cerebra \u0430t okaxis',
    'Pay to cerebra \u0430\u0442 okaxis',
    'Pay to cerebra at \u043ekaxis',
    'Pay to cerebra okaxis',
    'Pay to cerebra ybl',
    'upi : pay',
    'Pay to cerebra%40ybl',
    'Pay to cerebra🅐ybl',
    'Pay to cerebra at the rate of oksbi',
    'Pay to cerebra at the rate icici',
    // Web and e-mail addresses
    'See https://evil.example',
    'See hTTps : // evil',
    'See evil.com',
    'See evil .com',
    'See evil . com',
    'See evil. com',
    'See evil,com',
    'See evil dot com',
    'See evil dot in',
    'See evil(dot)com',
    'See evil [dot] in',
    'See evil．com',
    'See evil。com',
    'See evil·com',
    'See \u0435vil.\u0441om',
    'See 203.0.113.9/pay',
    'See 203.0.113.9',
    'See www evil com',
    'Write to help[at]evil.example',
  ])('“%s”', (text) => expect(isRefused(text)).toBe(true))
})

describe('accepts harmless texts (behaviour 16.46)', () => {
  it.each([
    'Hall 9, 10:00 to 12:30',
    'Room 204, Block B',
    'Room 204, 14:00-15:30',
    'Room 204, 14:00–15:30, 16:00–17:30',
    'Online round at 8 PM',
    'Meet at gate 2',
    'Lunch at the rate of ₹100 a plate',
    'Meet at the bank of the river',
    'Prizes at Kotagiri Hall',
    'Reporting at 8 a.m. in Hall 2',
    'Bring a pen. In case of rain, Hall 3.',
    'Lunch is in the new block from 12:30 to 14:00 on 10.10.2025.',
    'Prelims of 11.10.2025 14:00–15:30 move to Hall 2',
    'Finals 11.10. 14:00–15:30, 12.10. 9:00–10:30',
    '10.10.2025–12.10.2025, 9:00-17:00',
    '2025-10-11, 14:00-15:30',
    'Room no.5, 3 p.m.',
    'Parts (a) and (b) are in Hall 1',
    'Team of 3: one leader, two members',
    'CRRI/CRMI and 1st to 4th year',
    '9am-11am, 12pm-2pm, 3pm',
    'Teams 1-12 in Hall 1, 13-24 in Hall 2',
    'Pay ₹600 at the help desk',
    'Prelims',
    'Quiz Hall, 2nd floor',
    'மதிய உணவு 12:30 மணிக்கு',
    'दोपहर का भोजन 12:30 बजे',
  ])('“%s”', (text) => expect(isRefused(text)).toBe(false))
})

it('takes time linear in the length of the text', () => {
  const timeOf = (text: string) => {
    const before = process.cpuUsage()
    for (let time = 0; time < 20; time += 1) {
      isRefused(text)
    }
    return process.cpuUsage(before).user
  }
  for (const part of ['9 ', '1:2 ', 'a.', '( a ', 'at ']) {
    timeOf(part.repeat(2_000))
    expect(timeOf(part.repeat(8_000)), part).toBeLessThan(20 * (timeOf(part.repeat(2_000)) + 2_000))
  }
})

it.each([
  ['Hall 2', true],
  ['Pay at the desk', true],
  ['Room nine', true],
  ['Block ⑨', true],
  ['Main auditorium', false],
])('“%s” could be naming a payee: %s (behaviour 16.47)', (text, may) =>
  expect(mayNamePayee(text)).toBe(may),
)
