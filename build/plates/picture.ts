import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { listOptionalPages } from '../../festival/content/optional-pages'
import { editionFolder } from '../../scripts/vite.mjs'

export interface Picture {
  /** The whole file, without comments and what else only tools read. */
  text: string
  viewBox: string
  /** What its outermost element says of all that is in it: `fill="none"`. */
  rootAttributes: string
  /** What is in that element. */
  body: string
  /** Whether it stands by itself among other drawings: a style, a gradient or a reference is the whole file's. */
  isSelfContained: boolean
  /** Whether it takes the inks of the page; another is shown in its own colours. */
  usesPageColours: boolean
}

const plainFolder = join(import.meta.dirname, 'plain')

/** The file of the first of these pictures that the folder of an edition has, or that of a plain one. */
export const findPicture = (names: readonly string[], folder = editionFolder): string => {
  const files = [folder, plainFolder].flatMap((place) =>
    names.map((name) => join(place, `${name}.svg`)),
  )
  const file = files.find((path) => existsSync(path))
  if (!file) {
    throw new Error(`There is no picture ${names.join(' or ')}`)
  }
  return file
}

/** The pages of an edition that have a plate, besides those of events and workshops. */
export const listPageKeys = (edition: Parameters<typeof listOptionalPages>[0]) =>
  [
    'home',
    'events',
    'workshops',
    ...listOptionalPages(edition),
    'schedule',
    'about',
    'contact',
  ] as const

/** The names under which the picture of an event, workshop or page is looked for. */
export const plateNames = (key: string): string[] => [`plates/${key}`, 'plates/default']

const outermost = /^<svg((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*>([\s\S]*)<\/svg>$/

/** The element that says how a picture looks when its file is opened alone; a page says that itself. */
const ownLook = /<style>(?:\s*(?:@media\s*\([^{]*\{)?\s*:root\s*\{[^}]*\}\s*\}?)+\s*<\/style>/

/** What concerns the whole file: styles, references, and names of other vocabularies. A class without a style says nothing. */
const farReaching = /<style|<!|\s(?:style|href)\s*=|url\(|[<\s][\w-]+:[\w-]+[\s=>/]/

const inherited =
  /\s(?:preserveAspectRatio|color|opacity|text-anchor|clip-rule|(?:fill|stroke|font)[\w-]*)\s*=\s*(?:"[^"]*"|'[^']*')/g

/** Takes an SVG file apart; nothing where it has no outermost `svg` with a `viewBox`. */
export const parsePicture = (file: string): Picture | undefined => {
  const text = file.replace(/^\uFEFF|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>/g, '').trim()
  const [, attributes = '', whole = ''] = outermost.exec(text) ?? []
  const [, viewBox] = /\sviewBox\s*=\s*["']([^"']+)["']/.exec(attributes) ?? []
  if (!viewBox) {
    return
  }
  const body = whole.replace(ownLook, '').replace(/\sclass\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
  const isSelfContained = !farReaching.test(body) && !/\sstyle\s*=/.test(attributes)
  const usesPageColours = isSelfContained && /currentColor|var\(--/.test(attributes + body)
  return {
    text,
    viewBox,
    rootAttributes: attributes.match(inherited)?.join('') ?? '',
    body,
    isSelfContained,
    usesPageColours,
  }
}

/** @throws Error where the file is no picture; `edition:check` has told so before */
export const readPicture = (names: readonly string[], folder?: string): Picture => {
  const file = findPicture(names, folder)
  const picture = parsePicture(readFileSync(file, 'utf8'))
  if (!picture) {
    throw new Error(`${file} is no SVG with a viewBox`)
  }
  return picture
}

/** A text as it may stand in an element or in an attribute between double quotes. */
export const escapeText = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

/** An attribute's ids behind a name, so that no two drawings of a document have the same. */
export const prefixIds = (svg: string, name: string): string =>
  svg.replace(/(\sid\s*=\s*["']|url\(["']?#|href\s*=\s*["']#)/g, `$1${name}-`)

/**
 * A picture as elements in a frame, the middle of a plate's unless another is asked for (behaviour 10.10). A plain one is put there
 * as it is, its ids behind the name; any other as an image, for its styles and gradients would mix with others'. On what is
 * not inked the page's dark theme lays paper beneath.
 */
export const framePicture = (picture: Picture, name: string, viewBox = '0 0 400 500'): string => {
  const [x, y, width, height] = viewBox.split(/[\s,]+/)
  const frame = `x="${x}" y="${y}" width="${width}" height="${height}"`
  if (!picture.isSelfContained) {
    return `<rect ${frame} fill="var(--plate-paper,none)"/><image ${frame} href="data:image/svg+xml,${encodeURIComponent(picture.text)}"/>`
  }
  const paper = picture.usesPageColours ? '' : `<rect ${frame} fill="var(--plate-paper,none)"/>`
  const body = prefixIds(picture.body, name)
  return picture.viewBox === viewBox
    ? `${paper}<g${picture.rootAttributes}>${body}</g>`
    : `${paper}<svg ${frame} viewBox="${picture.viewBox}"${picture.rootAttributes}>${body}</svg>`
}

/** Elements of a drawing as they may stand; what else there is could run, fetch, or hold a page. */
const elements =
  /^(?:svg|g|defs|title|desc|metadata|style|symbol|use|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|textPath|image|marker|pattern|mask|clipPath|linearGradient|radialGradient|stop|filter|fe[A-Z]\w+)$/

/** Elements of drawing programs' own vocabularies; a prefix may stand for any, so no name of what runs is one. */
const toolElements =
  /^(?:sodipodi|inkscape|rdf|cc|dc|sketch|serif|xodm):(?!script|foreignObject|iframe|object|embed|link)[\w-]+$/i

/** What makes a picture unfit to stand in the site's pages, as the end of a sentence; undefined for nothing (behaviour 10.11). */
export const findFault = (file: string): string | undefined => {
  const picture = parsePicture(file)
  if (!picture) {
    return 'is no SVG that begins with an svg element with a viewBox'
  }
  const { text } = picture
  const names = Array.from(text.matchAll(/<([\w:-]+)/g), ([, name = '']) => name)
  const odd = names.find((name) => !elements.test(name) && !toolElements.test(name))
  if (odd) {
    return `holds the element ${odd}, which does not belong into a still drawing`
  }
  const handler = /[\s"'/](on[a-z]+)\s*=/i.exec(text)
  if (handler) {
    return `holds ${handler[1]}, a script that runs on an event`
  }
  const links = Array.from(
    text.matchAll(/(?:href|src)\s*=\s*["']?([^"'\s>]*)/gi),
    ([, link = '']) => link,
  )
  const outside = links.find((link) => !/^(?:#|data:image\/(?:png|jpeg|webp|gif);)/.test(link))
  if (outside !== undefined) {
    return `refers to ${outside.slice(0, 60)}, outside of its file`
  }
  if (/@import|<!(?!\[CDATA\[)|url\((?!\s*(?:["']|&quot;)?#)/i.test(text)) {
    return 'refers to something outside of its file'
  }
  try {
    new Resvg(text)
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
