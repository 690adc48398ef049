import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { listOptionalPages } from '../../festival/content/optional-pages'
import { editionFolder } from '../../scripts/vite.mjs'

export interface Picture {
  /** The file without comments and declarations. */
  text: string
  viewBox: string
  rootAttributes: string
  body: string
  /**
   * Whether the picture can be inlined next to others. Styles, gradients and references would apply
   * to the whole document.
   */
  isSelfContained: boolean
  /** If false, the picture has its own colours. */
  usesPageColours: boolean
}

const plainFolder = join(import.meta.dirname, 'plain')

/** Falls back to the plain pictures. */
export const findPicture = (names: readonly string[], folder = editionFolder): string => {
  const files = [folder, plainFolder].flatMap((parent) =>
    names.map((name) => join(parent, `${name}.svg`)),
  )
  const file = files.find((path) => existsSync(path))
  if (!file) {
    throw new Error(`There is no picture ${names.join(' or ')}`)
  }
  return file
}

export const listPageKeys = (edition: Parameters<typeof listOptionalPages>[0]) =>
  ['home', 'events', ...listOptionalPages(edition), 'schedule', 'about', 'contact'] as const

export const plateNames = (key: string): string[] => [`plates/${key}`, 'plates/default']

const rootElement = /^<svg((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*>([\s\S]*)<\/svg>$/

/** A style for viewing the file on its own, without a page. */
const standaloneStyle =
  /<style>(?:\s*(?:@media\s*\([^{]*\{)?\s*:root\s*\{[^}]*\}\s*\}?)+\s*<\/style>/

/** Styles, references and names of other vocabularies, which affect or reach beyond the picture. */
const externalReferences = /<style|<!|\s(?:style|href)\s*=|url\(|[<\s][\w-]+:[\w-]+[\s=>/]/

const inheritedAttributes =
  /\s(?:preserveAspectRatio|color|opacity|text-anchor|clip-rule|(?:fill|stroke|font)[\w-]*)\s*=\s*(?:"[^"]*"|'[^']*')/g

/** Returns undefined if there is no outermost `svg` with a `viewBox`. */
export const parsePicture = (file: string): Picture | undefined => {
  const text = file.replace(/^\uFEFF|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>/g, '').trim()
  const [, attributes = '', content = ''] = rootElement.exec(text) ?? []
  const [, viewBox] = /\sviewBox\s*=\s*["']([^"']+)["']/.exec(attributes) ?? []
  if (!viewBox) {
    return
  }
  const body = content
    .replace(standaloneStyle, '')
    .replace(/\sclass\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
  const isSelfContained = !externalReferences.test(body) && !/\sstyle\s*=/.test(attributes)
  const usesPageColours = isSelfContained && /currentColor|var\(--/.test(attributes + body)
  return {
    text,
    viewBox,
    rootAttributes: attributes.match(inheritedAttributes)?.join('') ?? '',
    body,
    isSelfContained,
    usesPageColours,
  }
}

/** @throws Error for an invalid file, which `edition:check` reports first */
export const readPicture = (names: readonly string[], folder?: string): Picture => {
  const file = findPicture(names, folder)
  const picture = parsePicture(readFileSync(file, 'utf8'))
  if (!picture) {
    throw new Error(`${file} is no SVG with a viewBox`)
  }
  return picture
}

/** For the text of elements, and for attributes in double quotes. */
export const escapeText = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

/** Keeps ids unique within a document. */
export const prefixIds = (svg: string, name: string): string =>
  svg.replace(/(\sid\s*=\s*["']|url\(["']?#|href\s*=\s*["']#)/g, `$1${name}-`)

/**
 * Inlines the picture if possible. Otherwise makes it an image, because its styles and gradients
 * would affect the rest of the page. The default frame is the middle of a plate.
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

/** Other elements could run scripts, load files or contain pages. */
const allowedElements =
  /^(?:svg|g|defs|title|desc|metadata|style|symbol|use|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|textPath|image|marker|pattern|mask|clipPath|linearGradient|radialGradient|stop|filter|fe[A-Z]\w+)$/

/** A prefix may stand for any vocabulary, so the names of active elements are excluded. */
const toolElements =
  /^(?:sodipodi|inkscape|rdf|cc|dc|sketch|serif|xodm):(?!script|foreignObject|iframe|object|embed|link)[\w-]+$/i

/** @returns the end of an error sentence, or undefined if the picture is safe */
export const findFault = (file: string): string | undefined => {
  const picture = parsePicture(file)
  if (!picture) {
    return 'is no SVG that begins with an svg element with a viewBox'
  }
  const { text } = picture
  const names = Array.from(text.matchAll(/<([\w:-]+)/g), ([, name = '']) => name)
  const forbidden = names.find((name) => !allowedElements.test(name) && !toolElements.test(name))
  if (forbidden) {
    return `holds the element ${forbidden}, which does not belong into a still drawing`
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
