import { expect, test } from 'vitest'
import { createFairBudget } from './fair-budget'

const createScene = (bounds: { inAll: number; perAddress: number }) => {
  let time = 0
  const evicted: string[] = []
  const budget = createFairBudget({ ...bounds, now: () => time })
  return {
    budget,
    evicted,
    pass: (ms: number) => {
      time += ms
    },
    open: (name: string, address = 'campus') => budget.open({ address, evict: () => evicted.push(name) }),
  }
}

test('holders share a fixed number of bytes, and give back what they took', () => {
  const { budget, open } = createScene({ inAll: 100, perAddress: 100 })
  const [first, second] = [open('first'), open('second')]
  expect([first.take(60), second.take(40), second.take(1)]).toEqual([true, true, false])
  first.release()
  first.release()
  expect(budget.held()).toBe(40)
  expect(second.take(60)).toBe(true)
  second.release()
  expect(budget.held()).toBe(0)
})

test('where an address has used up its share, its slowest holder lets go for a newcomer', () => {
  const { open, pass, evicted } = createScene({ inAll: 1_000, perAddress: 100 })
  const [stalled, phone] = [open('stalled'), open('phone')]
  stalled.take(60)
  stalled.progressed(60)
  phone.take(30)
  for (let second = 0; second < 5; second += 1) {
    pass(1_000)
    phone.progressed(6)
  }
  expect(open('newcomer').take(50)).toBe(true)
  expect(evicted).toEqual(['stalled'])
  expect(stalled.take(1)).toBe(false)
  expect(phone.take(5)).toBe(true)
})

test('where all is used up, the address that holds most makes room, not the newcomer’s', () => {
  const { open, pass, evicted } = createScene({ inAll: 100, perAddress: 80 })
  open('neighbour', 'campus').take(20)
  for (const name of ['first', 'second', 'third', 'fourth']) open(name, 'flooder').take(20)
  pass(2_000)
  expect(open('newcomer', 'campus').take(20)).toBe(true)
  expect(evicted).toEqual(['first'])
})

test('one that just began is not called slow, and neither is one that only has to finish', () => {
  const { open, pass, evicted } = createScene({ inAll: 100, perAddress: 100 })
  const settled = open('settled')
  settled.take(50)
  settled.settle()
  pass(5_000)
  open('young').take(50)
  pass(900)
  expect(open('newcomer').take(10)).toBe(false)
  expect(evicted).toEqual([])
  pass(100)
  expect(open('newcomer').take(10)).toBe(true)
  expect(evicted).toEqual(['young'])
})

test('who is the slowest itself gets no room at the cost of others', () => {
  const { open, pass, evicted } = createScene({ inAll: 100, perAddress: 100 })
  const [slow, fast] = [open('slow'), open('fast')]
  slow.take(10)
  fast.take(90)
  pass(2_000)
  fast.progressed(90)
  slow.progressed(1)
  expect([slow.take(10), fast.take(10)]).toEqual([false, true])
  expect(evicted).toEqual(['slow'])
})

test('a crowd that stands still only displaces itself', () => {
  const { budget, open, pass, evicted } = createScene({ inAll: 1_000, perAddress: 100 })
  for (let index = 0; index < 200; index += 1) {
    open(`stalled ${index}`, 'flooder').take(10)
    pass(200)
  }
  expect(budget.held()).toBeLessThanOrEqual(100)
  expect(open('neighbour', 'campus').take(100)).toBe(true)
  expect(evicted.every((name) => name.startsWith('stalled'))).toBe(true)
})
