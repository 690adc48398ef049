import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFault, listPageKeys } from '../../build/plates/picture'
import type { Edition } from '../../festival/content/content'

/** `everyPage` applies to the splash and the mark. */
const maxBytes = { plate: 60_000, everyPage: 12_000 }

export const checkPictures = (
  folder: string,
  edition: Edition,
): { problems: string[]; warnings: string[] } => {
  const { subjects, legends, shop } = edition
  /** The last two are optional: the mark and the plain picture replace them. */
  const ownNames = [
    ...listPageKeys(edition),
    ...(shop ? ['shop-item'] : []),
    'not-found',
    'splash',
    'default',
  ]
  const plates = join(folder, 'plates')
  const pictureFiles = (existsSync(plates) ? readdirSync(plates) : [])
    .filter((file) => file.endsWith('.svg'))
    .sort()
  const keys = subjects.map(({ key }) => key)
  const files = [
    ...pictureFiles.map((file) => `plates/${file}`),
    ...(existsSync(join(folder, 'mark.svg')) ? ['mark.svg'] : []),
  ]
  const names = new Set(pictureFiles.map((file) => file.replace('.svg', '')))
  const isKnown = (name: string) => keys.includes(name) || ownNames.includes(name)
  const texts = files.map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
  const problems = [
    ...texts.flatMap(({ file, text }) => {
      const fault = findFault(text)
      return fault ? [`${file} ${fault}`] : []
    }),
    ...[...names]
      .filter((name) => !isKnown(name))
      .map(
        (name) =>
          `plates/${name}.svg is the picture of nothing: no event or workshop has the key ${name}`,
      ),
    ...Object.keys(legends)
      .filter((name) => !names.has(name))
      .map((name) => `plates/legends.ts says what ${name}.svg shows, and there is no such picture`),
  ]
  const missing = [...keys, ...ownNames.slice(0, -2)].filter((name) => !names.has(name))
  const fallback = names.has('default') ? 'default.svg' : 'the plain one'
  const warnings = [
    ...(missing.length > 0
      ? [`plates/ has no picture of ${missing.join(', ')}: ${fallback} is shown`]
      : []),
    ...(files.includes('mark.svg') ? [] : ['there is no mark.svg: the plain one is shown']),
    ...texts.flatMap(({ file, text }) => {
      const limit = /splash|mark/.test(file) ? maxBytes.everyPage : maxBytes.plate
      return text.length > limit
        ? [`${file} has ${text.length} bytes; more than ${limit} makes pages slow`]
        : []
    }),
  ]
  return { problems, warnings }
}
