import { expect, test } from 'vitest'
import { wholeEdition } from '../../festival/live/whole-edition'
import { findMissingLetters, listShareTexts, splitRuns } from './scripts'
import { openShaper } from './shape-text'

test('splits a bilingual title at each change of script (19.24)', () => {
  expect(splitRuns('கலாஞ்சலி Kalanjali श्री।')).toEqual([
    { script: 'Tamil', text: 'கலாஞ்சலி' },
    { script: undefined, text: ' Kalanjali ' },
    { script: 'Devanagari', text: 'श्री।' },
  ])
})

test('finds letters that no font contains (19.26)', () => {
  expect(findMissingLetters('Kalanjali கலாஞ்சலி ഇന്ത്യൻ')).toEqual([])
  expect(findMissingLetters('Łódź 雨')).toEqual(['Ł', 'ó', 'ź', '雨'])
})

test.each([
  ['Tamil', 'க்ஷ', 1],
  ['Devanagari', 'श्री', 2],
  ['Devanagari', 'त्र', 1],
  ['Malayalam', 'ക്ഷ', 1],
  ['Bengali', 'ক্ষ', 1],
  ['Gujarati', 'ક્ષ', 1],
  ['Gurmukhi', 'ਸ੍ਰੀ', 3],
  ['Kannada', 'ಕ್ಷ', 2],
  ['Oriya', 'କ୍ଷ', 1],
  ['Telugu', 'క్ష', 2],
])('joins the letters of the %s conjunct %s (19.24)', async (_script, text, maxGlyphs) => {
  const shapeText = await openShaper([text])
  const { outline = '', width = 0 } = shapeText(text) ?? {}
  const glyphs = outline.match(/ d="M/g) ?? []
  expect(glyphs.length).toBeGreaterThan(0)
  expect(glyphs.length).toBeLessThanOrEqual(maxGlyphs)
  expect(width).toBeGreaterThan(0.4)
})

test.each(['போ', 'কো', 'കൊ', 'ಕೊ', 'କୋ'])(
  'joins the vowel sign of %s to its letter (19.24)',
  async (text) => {
    const composed = await openShaper([text])
    const parts = await openShaper([text.normalize('NFD')])
    expect(composed(text)).toEqual(parts(text.normalize('NFD')))
  },
)

test('leaves Latin titles to the renderer (19.24)', async () => {
  const shapeText = await openShaper(listShareTexts(wholeEdition).map(({ text }) => text))
  expect(shapeText(wholeEdition.identity.title)).toBeUndefined()
})
