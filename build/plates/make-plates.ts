import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import subsetFont from 'subset-font'
import { subjects } from '#edition/catalogue'
import { categories, sections } from '#edition/groups'
import { identity } from '#edition/identity'
import { plateNumber } from '../../festival/catalogue'
import type { Legend } from '../../site/legend'
import { drawIcon, drawMark } from './draw-mark'
import { drawPlate, drawSheet } from './draw-plate'
import { growNeuron, type Neuron } from './grow-neuron'
import { drawShareImage, encodePng, type ShareImage, shareWidth } from './share-image'

const require = createRequire(import.meta.url)

/** The keys of the pages that have a plate of their own, with the words of their share image. */
const pages: Record<string, string> = {
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

type Words = Pick<ShareImage, 'number' | 'title' | 'subtitle'>

const wordsByKey = new Map<string, Words>([
  ...Object.entries(pages).map(([key, subtitle]): [string, Words] => [
    key,
    key === 'home' ? { title: identity.title, subtitle } : { title: subtitle, subtitle: identity.line },
  ]),
  ...subjects.map((subject): [string, Words] => [
    subject.key,
    {
      number: plateNumber(subject),
      title: subject.nickname ?? subject.title,
      subtitle: subject.nickname ? `${subject.title}. ${subject.subtitle}` : subject.subtitle,
    },
  ]),
])

const keysOf = (group: string) => subjects.filter((subject) => subject.group === group).map((subject) => subject.key)
const firstOf = (group: { id: string }) => keysOf(group.id).slice(0, 1)

/** The plates that a page shows together, by the name of their sheet: one request instead of one for each. */
const plateSheets: Readonly<Record<string, readonly string[]>> = {
  'sheet-home': ['home', ...subjects.filter((subject) => subject.status === 'open').map((subject) => subject.key)],
  'sheet-events': sections.flatMap(firstOf),
  'sheet-workshops': categories.flatMap(firstOf),
  ...Object.fromEntries([...sections, ...categories].map(({ id }) => [`sheet-${id}`, keysOf(id)])),
}

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 8)

const day = (text: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(new Date(`${text}T00:00:00Z`))

const days = `${day(identity.firstDay, { day: 'numeric' })}–${day(identity.lastDay, { day: 'numeric', month: 'long', year: 'numeric' })}`

/** The renderer reads no WOFF2, so the two faces are unpacked for it. */
const unpackFonts = async (folder: string): Promise<string[]> =>
  Promise.all(
    ['500-normal', '400-italic'].map(async (face) => {
      const packed = await readFile(require.resolve(`@fontsource/alegreya/files/alegreya-latin-${face}.woff2`))
      const letters = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}’‘“”–—…·é`
      const file = join(folder, `${face}.ttf`)
      await writeFile(file, await subsetFont(packed, letters, { targetFormat: 'truetype' }))
      return file
    }),
  )

const render = (svg: string, width: number, fontFiles: string[]): Buffer => {
  const image = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Alegreya' },
  }).render()
  return encodePng(image.width, image.height, image.pixels)
}

interface Drawn {
  folder: string
  plates: Map<string, { neuron: Neuron; svg: string }>
  /** What each subject's plate shows. */
  legends: Record<string, Legend>
}

let drawn: Drawn | undefined

/** Draws every plate. The folder's address changes when a drawing does, so that browsers may keep plates for good. */
export const drawPlates = (): Drawn => {
  if (drawn) return drawn
  const plates = new Map(
    [...wordsByKey.keys()].map((key) => {
      const neuron = growNeuron(key)
      return [key, { neuron, svg: drawPlate(neuron) }]
    }),
  )
  const hash = hashOf([...plates.values()].map(({ svg }) => svg).join('') + JSON.stringify(plateSheets))
  const legends = Object.fromEntries(
    subjects.flatMap(({ key }): [string, Legend][] => {
      const neuron = plates.get(key)?.neuron
      return neuron ? [[key, { name: neuron.name, marks: neuron.marks.map(({ label }) => label) }]] : []
    }),
  )
  drawn = { folder: `/assets/plates/${hash}`, plates, legends }
  return drawn
}

/** The addresses of what was made for a key. */
export interface PlateAddresses {
  plate: string
  share: string
}

/**
 * Writes the plates, share images and icons under the site's folder and gives their addresses by key:
 * `assets/plates/HASH/KEY.svg`, `assets/share/KEY.HASH.png`, `favicon.svg`, `mark.svg`, `icon-192.png`, `icon-512.png`
 * and `icon-maskable.png` (behaviour 10.4, 10.6, 10.7).
 */
export const makePlates = async (outFolder: string): Promise<Record<string, PlateAddresses>> => {
  const { folder, plates } = drawPlates()
  const addresses: Record<string, PlateAddresses> = {}
  await mkdir(join(outFolder, folder), { recursive: true })
  await mkdir(join(outFolder, 'assets/share'), { recursive: true })
  const fontFolder = await mkdtemp(join(tmpdir(), 'plate-fonts-'))
  try {
    const fonts = await unpackFonts(fontFolder)
    for (const [key, { neuron, svg }] of plates) {
      const words = wordsByKey.get(key)
      if (!words) continue
      const image = render(drawShareImage({ neuron, festival: identity.title, days, ...words }), shareWidth, fonts)
      const share = `/assets/share/${key}.${hashOf(image)}.png`
      await writeFile(join(outFolder, share), image)
      await writeFile(join(outFolder, folder, `${key}.svg`), svg)
      addresses[key] = { plate: `${folder}/${key}.svg`, share }
    }
    for (const [name, keys] of Object.entries(plateSheets))
      await writeFile(
        join(outFolder, folder, `${name}.svg`),
        drawSheet(keys.flatMap((key) => plates.get(key)?.neuron ?? [])),
      )
    const whole = drawIcon({ share: 0.8, corner: 0 })
    await writeFile(join(outFolder, 'favicon.svg'), drawIcon())
    await writeFile(join(outFolder, 'mark.svg'), drawMark())
    await writeFile(join(outFolder, 'icon-192.png'), render(drawIcon(), 192, fonts))
    await writeFile(join(outFolder, 'icon-512.png'), render(drawIcon(), 512, fonts))
    await writeFile(join(outFolder, 'apple-touch-icon.png'), render(whole, 180, fonts))
    await writeFile(join(outFolder, 'icon-maskable.png'), render(drawIcon({ share: 0.62, corner: 0 }), 512, fonts))
  } finally {
    await rm(fontFolder, { recursive: true, force: true })
  }
  return addresses
}
