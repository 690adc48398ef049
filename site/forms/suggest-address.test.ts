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
])('%s was probably meant to be %s', (typed, meant) => {
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
])('nothing is suggested for %s', (typed) => {
  expect(suggestAddress(typed)).toBeUndefined()
})
