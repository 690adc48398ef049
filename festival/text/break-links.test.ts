import { expect, test } from 'vitest'
import { breakLinks } from './break-links'

test.each([
  ['Refund at https://evil.example/refund?x=1', 'Refund at https: //evil. example/refund?x=1'],
  ['www.evil.example', 'www. evil. example'],
  ['evil.example/x', 'evil. example/x'],
  ['write to x@evil.example', 'write to x@evil. example'],
  ['пример.испытание', 'пример. испытание'],
  ['evil。example', 'evil. example'],
  ['http://198.51.100.7/', 'http: //198. 51. 100.7/'],
])('prevents %s from becoming a link', (typed, shown) => {
  expect(breakLinks(typed)).toBe(shown)
})

test.each([
  'A. Kumar',
  'S.P. Rao',
  'Dr. Asha O’Neill',
  'M.B.B.S',
  '2nd year',
  'Final yr. (CRRI/CRMI)',
  '0123456789',
])('leaves %s unchanged', (typed) => {
  expect(breakLinks(typed)).toBe(typed)
})

test('takes time linear in the length of the text', () => {
  const timeOf = (length: number) => {
    const typed = 'a.'.repeat(length)
    const before = process.cpuUsage()
    for (let time = 0; time < 20; time += 1) {
      breakLinks(typed)
    }
    return process.cpuUsage(before).user
  }
  timeOf(20_000)
  expect(timeOf(80_000)).toBeLessThan(12 * timeOf(20_000) + 20_000)
})
