import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { wholeEdition } from '../../festival/live/whole-edition'
import { checkPictures } from './check-pictures'

const root = resolve(import.meta.dirname, '../..')

test('warns about missing pictures without reporting a problem (10.11)', () => {
  const { problems, warnings } = checkPictures(join(root, 'tests/edition'), wholeEdition)
  expect(problems).toEqual([])
  expect(warnings).toEqual([
    expect.stringMatching(
      /^plates\/ has no picture of SeniorQuiz, .* not-found: the plain one is shown$/,
    ),
    'there is no mark.svg: the plain one is shown',
  ])
})

test('reports unsafe, unused and missing pictures, and warns about large ones and Indian texts (10.11, 19.48)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  try {
    cpSync(join(root, 'tests/edition/plates'), join(folder, 'plates'), { recursive: true })
    const svg = (inside: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`
    writeFileSync(join(folder, 'plates/Vivantia.svg'), svg('<path onload="alert(1)"/>'))
    writeFileSync(join(folder, 'plates/VIVANTIA.svg'), svg('<path d="M0 0h9"/>'))
    const words = '<text>A</text>\n<text x="1">\n<tspan>நடனம்</tspan></text>'
    writeFileSync(join(folder, 'plates/home.svg'), svg(words))
    writeFileSync(join(folder, 'plates/events.svg'), svg('<title>நடனம்</title><text>\na</text>'))
    writeFileSync(join(folder, 'mark.svg'), svg(`<path d="${'M0 0h9'.repeat(3_000)}"/>`))
    const legends = { Anastamos: { marks: ['knot'] } }
    const { problems, warnings } = checkPictures(folder, { ...wholeEdition, legends })
    expect(problems).toEqual([
      'plates/Vivantia.svg holds onload, a script that runs on an event',
      'plates/VIVANTIA.svg is not used: no event or workshop has the key VIVANTIA',
      'plates/legends.ts says what Anastamos.svg shows, but there is no such picture',
    ])
    expect(warnings.filter((warning) => warning.includes('Latin'))).toEqual([
      expect.stringMatching(/^plates\/home\.svg has a text that is not in Latin letters/),
    ])
    expect(warnings.at(-1)).toMatch(
      /^mark\.svg has 18\d{3} bytes; more than 12000 makes pages slow$/,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
