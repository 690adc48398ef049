import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const styles = readFileSync(join(import.meta.dirname, 'styles.css'), 'utf8')

/** Relative luminance (WCAG 2.2). */
const measure = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each([
  ['green', '#ffffff'],
  ['amber', '#000000'],
  ['blue', '#ffffff'],
  ['red', '#ffffff'],
  ['grey', '#ffffff'],
])('a %s result has a contrast of at least 7:1 (21.53)', (name, text) => {
  const colour = new RegExp(`--color-${name}: (#\\w{6});`).exec(styles)?.[1] ?? ''
  const [dark = 0, light = 0] = [measure(colour), measure(text)].sort((left, right) => left - right)
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(7)
})
