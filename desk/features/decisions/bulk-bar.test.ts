import { expect, test } from 'vitest'
import { countEmails } from './bulk-bar'

const counted = { willDecide: 36, unreached: 6 }

test('counts the e-mails that the ticked options will send (14.210)', () => {
  expect(countEmails(counted, {})).toBe(30)
  expect(countEmails(counted, { writeToAll: true })).toBe(36)
  expect(countEmails(counted, { isSilent: true })).toBe(0)
  expect(countEmails(counted, { isSilent: true, writeToAll: true })).toBe(0)
})
