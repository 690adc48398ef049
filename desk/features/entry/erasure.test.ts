import { expect, test } from 'vitest'
import { forgetCommand } from './erasure'

test('shell-escapes the e-mail address in the command that forgets a person (14.242)', () => {
  expect(forgetCommand('asha@college.test')).toBe(
    "cerebra forget --email 'asha@college.test' --yes",
  )
  expect(forgetCommand("o'neil&co@college.test")).toBe(
    "cerebra forget --email 'o'\\''neil&co@college.test' --yes",
  )
})
