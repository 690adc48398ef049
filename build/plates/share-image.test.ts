import { expect, test } from 'vitest'
import { plateNames, readPicture } from './picture'
import { drawShareImage, fitsShareImage } from './share-image'

const listTexts = (title: string, subtitle: string) => {
  const svg = drawShareImage({
    picture: readPicture(plateNames('home')),
    legend: undefined,
    number: 4,
    title,
    subtitle,
    festival: 'Festival',
    days: '1–3 May 2027',
    shapeText: () => undefined,
  })
  return Array.from(svg.matchAll(/<text x="600" y="(\d+)" font-size="(\d+)"[^>]*>([^<]*)</g)).map(
    ([, y, size, text]) => ({ y: Number(y), size: Number(size), text }),
  )
}

test.each([
  ['Duet', 'Freestyle'],
  ['An Evening of Abhinaya with Smt. Lakshmi Viswanathan and Her Disciples', 'Lecture and dance'],
  ['A very long title of an event that needs many lines to be shown whole here', 'A, b. C, d'],
])('keeps the title and subtitle of %s apart and above the festival (19.33)', (title, subtitle) => {
  const texts = listTexts(title, subtitle)
  for (const [index, { y, size }] of texts.entries()) {
    const before = texts[index - 1]
    expect(y - size).toBeGreaterThanOrEqual(before ? before.y - size * 0.3 : 0)
  }
  const below = texts.findIndex(({ text }) => text === 'Festival')
  expect(texts[below - 1]?.y).toBeLessThan(460)
})

test('finds titles that are too large even at the smallest size (19.33)', () => {
  expect(fitsShareImage('குழு நடனம் · കൈകൊട്ടിക്കളി · Group Dance', 'Folk and fusion')).toBe(true)
  expect(fitsShareImage('Very long words '.repeat(20).trim(), 'Freestyle')).toBe(false)
  expect(fitsShareImage('Donaudampfschifffahrtsgesellschaftskapitän', 'Ship')).toBe(false)
})

test('keeps titles within the rule below them (19.49)', () => {
  const title = 'An Evening of Abhinaya with Smt. Lakshmi'
  const { size } = listTexts(title, 'Dance')[1] ?? { size: 0 }
  const widest = Math.max(...title.split(' ').map((word) => word.length))
  expect(widest * 0.47 * size).toBeLessThanOrEqual(500)
})
