import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { expect, test } from 'vitest'
import { inlineSplash } from './make-plates'
import {
  findFault,
  findPicture,
  framePicture,
  parsePicture,
  plateNames,
  readPicture,
} from './picture'
import { drawShareImage } from './share-image'

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 20"${attributes}>${inside}</svg>`

const parse = (text: string) => {
  const picture = parsePicture(text)
  if (!picture) {
    throw new Error('No picture')
  }
  return picture
}

/**
 * A picture from a drawing program, with classes, ids, a gradient, and its own frame and colours.
 */
const foreign = readPicture(['plates/AxonAlley'], join(import.meta.dirname, '../../tests/edition'))

test('finds the picture of an event in the edition, or else the plain picture', () => {
  expect(findPicture(plateNames('NoSuchKey'))).toBe(
    join(import.meta.dirname, 'plain/plates/default.svg'),
  )
  expect(findPicture(['plates/AxonAlley', 'plates/default'], 'tests/edition')).toContain(
    'AxonAlley.svg',
  )
})

test('inlines a drawing in the page’s colours, and prefixes its ids (10.10)', () => {
  const picture = parse(
    svg(
      '<style>:root{color:red}</style><path class="a" id="axon" stroke="currentColor"/>',
      ' class="b" fill="none"',
    ),
  )
  expect(framePicture(picture, 'Quiz')).toBe(
    '<svg x="0" y="0" width="400" height="500" viewBox="0 0 10 20" fill="none"><path id="Quiz-axon" stroke="currentColor"/></svg>',
  )
})

test('embeds a drawing with its own colours or styles as an isolated image, on light paper (10.10)', () => {
  const framed = framePicture(foreign, 'AxonAlley')
  expect(framed).toMatch(
    /^<rect [^>]*fill="var\(--plate-paper,none\)"\/><image [^>]*href="data:image\/svg\+xml,/,
  )
  expect(framed).not.toMatch(/ id=|class=|<style/)
  const inOwnColours = framePicture(parse(svg('<path fill="#a00" d="M0 0h5v5z"/>')), 'Quiz')
  expect(inOwnColours).toContain('--plate-paper')
  expect(inOwnColours).toContain('<path fill="#a00"')
})

test('makes a share image from a drawing with its own styles (10.7)', () => {
  const words = {
    title: 'Riddles',
    subtitle: 'Vertebrae',
    festival: 'Lumbar Days 7',
    days: '5–7 March 2027',
    shapeText: () => undefined,
  }
  const { width, pixels } = new Resvg(
    drawShareImage({ picture: foreign, legend: undefined, ...words }),
  ).render()
  const colourAt = (x: number, y: number) => [
    ...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
  ]
  const [red = 0, green = 0, blue = 0] = colourAt(400, 388)
  expect([red > green, green > blue]).toEqual([true, true])
  expect(colourAt(300, 570)).toEqual([0xfa, 0xfa, 0xfa])
})

test('the splash draws the lines of a picture without its styles (10.9)', () => {
  const drawn = inlineSplash(foreign) ?? ''
  expect(drawn.match(/<path pathLength="1"/g)?.length).toBe(4)
  expect(drawn).toMatch(/^<svg viewBox="[^"]+" class="on-paper">/)
  expect(drawn).not.toMatch(/ style=|<style|<\/?rect/)
  expect(drawn).toMatch(/id="splash-.*url\(#splash-/s)
  expect(
    inlineSplash(parse(svg('<path d="M0 0h5" stroke="currentColor"/><text>Hi</text>'))),
  ).toBeUndefined()
  expect(
    inlineSplash(parse(svg('<image href="data:image/png;base64,AAAA" width="9" height="9"/>'))),
  ).toBeUndefined()
})

test.each([
  [
    '<script>alert(1)</script>',
    'holds the element script, which does not belong into a still drawing',
  ],
  ['<x:script xmlns:x="http://www.w3.org/2000/svg"/>', 'holds the element x:script, which'],
  ['<rdf:script xmlns:rdf="http://www.w3.org/2000/svg"/>', 'holds the element rdf:script, which'],
  ['<foreignObject><p/></foreignObject>', 'holds the element foreignObject, which'],
  ['<a href="#x"><path/></a>', 'holds the element a, which'],
  ['<set attributeName="onclick" to="alert(1)"/>', 'holds the element set, which'],
  ['<path onclick="alert(1)"/>', 'holds onclick, a script that runs on an event'],
  ['<scr<!-- -->ipt/>', 'holds the element script, which'],
  [
    '<image xlink:href="https://a.example/b.png"/>',
    'refers to https://a.example/b.png, outside of its file',
  ],
  ['<use href="other.svg#a"/>', 'refers to other.svg#a, outside'],
  ['<image href="data:text/html,hi"/>', 'refers to data:text/html,hi, outside'],
  ['<path fill="url(https://a.example/b.svg#c)"/>', 'refers to something outside of its file'],
  ['<style>@import "a.css";</style>', 'refers to something outside of its file'],
  ['<path', 'cannot be read: '],
])('rejects %s (10.11)', (inside, words) => {
  expect(findFault(svg(inside))).toContain(words)
})

test('accepts a file exported by a drawing program, and rejects invalid files', () => {
  expect(findFault(foreign.text)).toBeUndefined()
  expect(findFault('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"></svg>')).toContain(
    'is no SVG',
  )
  expect(findFault('hello')).toContain('is no SVG')
})
