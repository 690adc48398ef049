import { expect, test } from 'vitest'
import { readSize } from './unpack-picture'

test('pictures are unpacked no larger than they are read (14.52)', () => {
  expect(readSize({ width: 1_080, height: 2_400 })).toEqual({ width: 810, height: 1_800 })
  expect(readSize({ width: 540, height: 1_080 })).toEqual({ width: 810, height: 1_620 })
  expect(readSize({ width: 1_000, height: 30_000 })).toEqual({ width: 108, height: 3_240 })
  expect(readSize({ width: 30_000, height: 10 })).toEqual({ width: 810, height: 1 })
})
