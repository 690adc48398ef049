import { expect, test } from 'vitest'
import { createMemoryBudget } from './memory-budget'

test('uploads share a fixed amount of memory, and give back what they took', () => {
  const memory = createMemoryBudget(100)
  const [first, second] = [memory.open(), memory.open()]
  first.take(60)
  second.take(40)
  expect(() => second.take(1)).toThrow('Too many files are arriving at once. Please try again in a moment.')
  first.release()
  second.take(60)
  second.release()
  second.release()
  first.take(100)
  expect(() => second.take(1)).toThrow()
})
