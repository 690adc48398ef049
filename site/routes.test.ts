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
])('%s%s is the screen of %s, whatever the case of its key (2.4)', (path, search, canonical) => {
  const match = matchAddress(path, search)
  expect(match && canonicalPath(match)).toBe(canonical)
})

test('the practice form finds its event without regard to case (2.4)', () => {
  expect(subjectForForm('smartai').key).toBe('SmartAI')
  expect(subjectForForm(undefined).key).toBe('SeniorQuiz')
})

test('the description of the room’s page writes the type of room as the edition does', async () => {
  const { description } = await loadScreen('/accommodation')
  expect(description.description).toMatch(
    /^Non-AC rooms during .*: the pre-booking costs ₹50 and is paid by UPI\.$/,
  )
})
