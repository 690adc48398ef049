import { expect, test } from 'vitest'
import { eachStep, mapSteps, takeSteps } from './steps'

test('work in steps does everything once and in order, and gives turns between (behaviour 15.50)', () => {
  const days = Array.from({ length: 175 }, (_none, index) => index)
  expect(takeSteps(mapSteps(days, (day) => day * 2))).toEqual(days.map((day) => day * 2))
  const done: number[] = []
  const steps = eachStep(days, (day) => done.push(day))
  const turns: number[] = []
  while (!steps.next().done) turns.push(done.length)
  expect(turns).toEqual([50, 100, 150])
  expect(done).toEqual(days)
})
