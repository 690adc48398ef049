import { expect, test } from 'vitest'
import { countEmails, describePlaces, describeSelection } from './bulk-bar'

const counted = { willDecide: 36, unreached: 6 }

test('counts the e-mails that the ticked options will send (14.210)', () => {
  expect(countEmails(counted, {})).toBe(30)
  expect(countEmails(counted, { writeToAll: true })).toBe(36)
  expect(countEmails(counted, { isSilent: true })).toBe(0)
  expect(countEmails(counted, { isSilent: true, writeToAll: true })).toBe(0)
})

test('says how many of the chosen entries get a place (19.38)', () => {
  expect(describePlaces(3, 1)).toBe(
    'Places left for these entries: 3. 1 entry joins the waiting list, in the order of registration.',
  )
  expect(describePlaces(0, 12)).toMatch(/entries: 0\. 12 entries join the waiting list/)
})

test('keeps the whole list selected when a row is deselected (19.41)', () => {
  expect(describeSelection(3, undefined)).toBe('3 selected')
  expect(describeSelection(0, 502)).toBe('All 502 in this list selected')
  expect(describeSelection(1, 502)).toBe('501 of 502 in this list selected')
})
