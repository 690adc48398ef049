import { expect, it } from 'vitest'
import { suggestAddress } from './suggest-address'

it.each([
  ['asha@gmial.com', 'asha@gmail.com'],
  ['asha@gmail.con', 'asha@gmail.com'],
  ['asha@gmail.co', 'asha@gmail.com'],
  ['asha@gmai.com', 'asha@gmail.com'],
  ['Asha.R+quiz@GMAL.COM ', 'Asha.R+quiz@gmail.com'],
  ['asha@yahooo.co.in', 'asha@yahoo.co.in'],
  ['asha@hotmial.com', 'asha@hotmail.com'],
  ['asha@outlok.com', 'asha@outlook.com'],
  ['asha@redifmail.com', 'asha@rediffmail.com'],
])('corrects %s to %s', (typed, meant) => {
  expect(suggestAddress(typed)).toBe(meant)
})

it.each([
  'asha@gmail.com',
  'ASHA@Gmail.com',
  'asha@ymail.com',
  'asha@mail.com',
  'asha@outlook.in',
  'asha@college.example',
  'asha@students.test',
  'asha@aiims.edu',
  'asha',
  '@gmial.com',
  '',
  `asha@${'gmail.com'.repeat(1_000)}`,
])('suggests nothing for %s', (typed) => {
  expect(suggestAddress(typed)).toBeUndefined()
})
