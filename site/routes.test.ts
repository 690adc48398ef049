import { expect, test } from 'vitest'
import { subjectForForm } from '../festival/content/catalogue'
import { canonicalPath } from './navigation/canonical-path'
import { loadScreen } from './navigation/navigation'
import { matchAddress } from './routes'

test.each([
  ['/register', '?event=sonostrike', '/register?event=Sonostrike'],
  ['/event-registration', '?event=SONOSTRIKE', '/register?event=Sonostrike'],
  ['/register', '?event=Unknown', '/register?event=SeniorQuiz'],
  ['/register', '?event=__proto__', '/register?event=SeniorQuiz'],
  ['/workshops', '?category=TECH', '/workshops?category=tech'],
])('opens %s%s as %s (2.4)', (path, search, canonical) => {
  const match = matchAddress(path, search)
  expect(match && canonicalPath(match)).toBe(canonical)
})

test('finds the practice form’s event regardless of case (2.4)', () => {
  expect(subjectForForm('smartai').key).toBe('SmartAI')
  expect(subjectForForm(undefined).key).toBe('SeniorQuiz')
})

test('keeps capitals of the room type in a page’s description', async () => {
  const { description } = await loadScreen('/accommodation')
  expect(description.description).toMatch(
    /^Non-AC rooms during .*: the pre-booking costs ₹50 and is paid by UPI\.$/,
  )
})
