import { expect, test } from 'vitest'
import { markTitle } from './document'

test.each([
  ['Cerebra 3.0', 'Cerebra', 'Cerebra <i>3.0</i>'],
  ['கலாஞ்சலி Kalanjali 2027', 'Kalanjali', '<i>கலாஞ்சலி</i> Kalanjali <i>2027</i>'],
  ['Lumbar Days', 'Lumbar Days', 'Lumbar Days'],
  ['The Seventh', 'Lumbar', 'The Seventh'],
])('the splash shows the title %s in its own order (19.25)', (title, shortTitle, marked) => {
  expect(markTitle({ title, shortTitle })).toBe(marked)
})
