import { expect, test } from 'vitest'
import { mailboxOf } from './save-message'

test.each([
  ['Asha@College.Example', 'asha@college.example'],
  ['asha+quiz@college.example', 'asha@college.example'],
  ['asha+a+b@college.example', 'asha@college.example'],
  ['as.ha@college.example', 'as.ha@college.example'],
  ['a.s.h.a+quiz@gmail.com', 'asha@gmail.com'],
  ['Asha@GoogleMail.com', 'asha@gmail.com'],
])('%s leads to the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
