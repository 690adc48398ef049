import { expect, it } from 'vitest'
import { keepTogether } from './keep-together'

it('keeps a phone number on one line, and lets the rest wrap', () => {
  expect(keepTogether('Call Help desk, +91 00000 00000, by 5 PM')).toBe(
    'Call Help desk, +91\u00a000000\u00a000000, by 5 PM',
  )
})
