import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { subjects } from '#edition/catalogue'
import { categories, sections } from '#edition/groups'
import { identity } from '#edition/identity'
import { legends } from '#edition/plates/legends'
import { plateNumber } from '../../festival/content/catalogue'
import { keysOnHomeSheet } from '../../festival/content/home-sheet'
import { imageColours } from '../../festival/content/palette'
import { wholeEdition } from '../../festival/live/whole-edition'
import type { Drawings, FramedLegend } from '../../site/plate'
import {
  framePicture,
  listPageKeys,
  type Picture,
  parsePicture,
  plateNames,
  prefixIds,
  readPicture,
} from './picture'
import { latinLetters, listShareTexts } from './scripts'
import { openShaper, unpackFont } from './shape-text'
import { drawShareImage, type ShareImage, shareWidth } from './share-image'

const pageTitles: Record<ReturnType<typeof listPageKeys>[number], string> = {
  home: identity.line,
  events: 'Events & Competitions',
  workshops: 'Workshops',
  'delegate-pass': 'Delegate Pass',
  accommodation: 'Accommodation',
  schedule: 'Schedule',
  shop: 'Shop',
  about: 'About',
  contact: 'Contact',
}

type Captions = Pick<ShareImage, 'number' | 'title' | 'subtitle'>

const captionsByKey = new Map<string, Captions>([
  ...listPageKeys(wholeEdition).map((key): [string, Captions] => [
    key,
    key === 'home'
      ? { title: identity.title, subtitle: pageTitles[key] }
      : { title: pageTitles[key], subtitle: identity.line },
  ]),
  ...subjects.map((subject): [string, Captions] => [
    subject.key,
    {
      number: plateNumber(subject),
      title: subject.nickname ?? subject.title,
      subtitle: subject.nickname ? `${subject.title}. ${subject.subtitle}` : subject.subtitle,
    },
  ]),
])

const listKeys = (group: string) =>
  subjects.filter((subject) => subject.group === group).map((subject) => subject.key)
const listFirst = (group: { id: string }) => listKeys(group.id).slice(0, 1)

/** Plates that appear on the same page share a file, to save requests. */
const plateSheets: Readonly<Record<string, readonly string[]>> = {
  'sheet-home': ['home', ...keysOnHomeSheet],
  'sheet-events': sections.flatMap(listFirst),
  'sheet-workshops': categories.flatMap(listFirst),
  ...Object.fromEntries(
    [...sections, ...categories].map(({ id }) => [`sheet-${id}`, listKeys(id)]),
  ),
}

const hashContent = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('hex').slice(0, 8)

const day = (text: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(
    new Date(`${text}T00:00:00Z`),
  )

const days = `${day(identity.firstDay, { day: 'numeric' })}–${day(identity.lastDay, { day: 'numeric', month: 'long', year: 'numeric' })}`

const unpackFonts = async (folder: string): Promise<string[]> =>
  Promise.all(
    ['500-normal', '400-italic'].map(async (face) => {
      const packed = `@fontsource/alegreya/files/alegreya-latin-${face}.woff2`
      const file = join(folder, `${face}.ttf`)
      await writeFile(file, await unpackFont(packed, latinLetters))
      return file
    }),
  )

const render = (svg: string, width: number, fontFiles: string[]): Buffer =>
  new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Alegreya' },
  })
    .render()
    .asPng()

const svgStart = '<svg xmlns="http://www.w3.org/2000/svg"'

/**
 * `FILE#KEY` refers to a plate, and `FILE#KEY-axon` to the part of the plate with the id `axon`.
 */
const joinPlates = (keys: readonly string[]): string =>
  `${svgStart} viewBox="0 0 400 500">${keys
    .map((key) => `<g id="${key}">${framePicture(readPicture(plateNames(key)), key)}</g>`)
    .join('')}</svg>`

const frameDrawing = (name: keyof Drawings): { file: string; legend: FramedLegend } => {
  const picture = readPicture(plateNames(name))
  const { viewBox } = picture
  const file = `${svgStart} viewBox="${viewBox}"><g id="${name}">${framePicture(picture, name, viewBox)}</g></svg>`
  return { file, legend: { marks: [], ...legends[name], viewBox } }
}

/**
 * Makes lines that a style sheet can draw by moving `stroke-dashoffset` from 1 to 0. Styles are
 * removed, because the Content-Security-Policy forbids them in a page.
 * @returns undefined if the picture has no lines, or contains texts or photographs
 */
export const inlineSplash = (picture: Picture): string | undefined => {
  const plain = picture.isSelfContained ? picture : parsePicture(new Resvg(picture.text).toString())
  if (!plain?.body.includes('<path') || /<(?:text|image)\b/.test(picture.body)) {
    return
  }
  const body = prefixIds(plain.body, 'splash').replace(
    /<path (?![^>]*pathLength)/g,
    '<path pathLength="1" ',
  )
  return `<svg viewBox="${plain.viewBox}"${picture.usesPageColours ? '' : ' class="on-paper"'}${plain.rootAttributes}>${body}</svg>`
}

export interface Plates {
  folder: string
  files: ReadonlyMap<string, string>
  drawings: Drawings
  splash: string
}

let plates: Plates | undefined

/** The name of the folder contains a hash, so that browsers can cache plates forever. */
export const gatherPlates = (): Plates => {
  if (plates) {
    return plates
  }
  const shopItem = frameDrawing('shop-item')
  const notFound = frameDrawing('not-found')
  const splashPicture = readPicture(['plates/splash', 'mark'])
  const splash = inlineSplash(splashPicture)
  const files = new Map<string, string>()
  for (const key of captionsByKey.keys()) {
    files.set(key, joinPlates([key]))
  }
  for (const [name, keys] of Object.entries(plateSheets)) {
    files.set(name, joinPlates(keys))
  }
  if (wholeEdition.shop) {
    files.set('shop-item', shopItem.file)
  }
  files.set('not-found', notFound.file)
  if (!splash) {
    files.set('splash', splashPicture.text)
  }
  const folder = `/assets/plates/${hashContent([...files.values()].join(''))}`
  plates = {
    folder,
    files,
    drawings: { 'shop-item': shopItem.legend, 'not-found': notFound.legend },
    splash: splash ?? `<img src="${folder}/splash.svg" alt="">`,
  }
  return plates
}

export const drawMark = (viewBox: string): string =>
  framePicture(readPicture(['mark']), 'mark', viewBox)

/**
 * @param share the width of the mark as a share of the icon's; launchers may crop a maskable icon
 * to the middle 0.8
 * @param corner the radius as a share of the width
 */
const drawIcon = (share = 0.86, corner = 0.2): string => {
  const size = (64 * share).toFixed(2)
  const start = (32 * (1 - share)).toFixed(2)
  const { paper, ink, darkPaper, darkInk } = imageColours
  return (
    `${svgStart} viewBox="0 0 64 64" color="${ink}">` +
    `<style>@media(prefers-color-scheme:dark){.paper{fill:${darkPaper}}.mark{color:${darkInk}}}</style>` +
    `<rect class="paper" width="64" height="64" rx="${(64 * corner).toFixed(1)}" fill="${paper}"/>` +
    `<g class="mark">${drawMark(`${start} ${start} ${size} ${size}`)}</g></svg>`
  )
}

/**
 * Writes `assets/plates/HASH/KEY.svg`, `assets/share/KEY.HASH.png` and the icons.
 * @returns the addresses of the share images by key
 */
export const makePlates = async (outFolder: string): Promise<Record<string, string>> => {
  const { folder, files } = gatherPlates()
  const shareImages: Record<string, string> = {}
  await mkdir(join(outFolder, folder), { recursive: true })
  await mkdir(join(outFolder, 'assets/share'), { recursive: true })
  for (const [name, file] of files) {
    await writeFile(join(outFolder, folder, `${name}.svg`), file)
  }
  const fontFolder = await mkdtemp(join(tmpdir(), 'plate-fonts-'))
  try {
    const fonts = await unpackFonts(fontFolder)
    const shapeText = await openShaper(listShareTexts(wholeEdition).map(({ text }) => text))
    for (const [key, captions] of captionsByKey) {
      const picture = readPicture(plateNames(key))
      const svg = drawShareImage({
        picture,
        legend: legends[key],
        festival: identity.title,
        days,
        ...captions,
        shapeText,
      })
      const image = render(svg, shareWidth, fonts)
      const share = `/assets/share/${key}.${hashContent(image)}.png`
      await writeFile(join(outFolder, share), image)
      shareImages[key] = share
    }
    await writeFile(join(outFolder, 'favicon.svg'), drawIcon())
    await writeFile(join(outFolder, 'icon-192.png'), render(drawIcon(), 192, fonts))
    await writeFile(join(outFolder, 'icon-512.png'), render(drawIcon(), 512, fonts))
    await writeFile(join(outFolder, 'apple-touch-icon.png'), render(drawIcon(0.8, 0), 180, fonts))
    await writeFile(join(outFolder, 'icon-maskable.png'), render(drawIcon(0.62, 0), 512, fonts))
  } finally {
    await rm(fontFolder, { recursive: true, force: true })
  }
  return shareImages
}
