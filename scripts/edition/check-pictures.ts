import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFault, listPageKeys } from '../../build/plates/picture'
import { isLatin } from '../../build/plates/scripts'
import type { Edition } from '../../festival/content/content'

/** `everyPage` applies to the splash and the mark, which every page loads. */
const maxBytes = { plate: 60_000, everyPage: 12_000 }

export const checkPictures = (
  folder: string,
  edition: Edition,
): { problems: string[]; warnings: string[] } => {
  const { subjects, legends, shop } = edition
  /** `splash` and `default` are optional. The mark and the plain picture replace them. */
  const shopNames = shop ? ['shop-item'] : []
  const ownNames = [...listPageKeys(edition), ...shopNames, 'not-found', 'splash', 'default']
  const plates = join(folder, 'plates')
  const pictureFiles = (existsSync(plates) ? readdirSync(plates) : [])
    .filter((file) => file.endsWith('.svg'))
    .sort()
  const keys = subjects.map(({ key }) => key)
  const files = pictureFiles.map((file) => `plates/${file}`)
  const hasMark = existsSync(join(folder, 'mark.svg'))
  if (hasMark) {
    files.push('mark.svg')
  }
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
      .map((name) => `plates/${name}.svg is not used: no event or workshop has the key ${name}`),
    ...Object.keys(legends)
      .filter((name) => !names.has(name))
      .map((name) => `plates/legends.ts says what ${name}.svg shows, but there is no such picture`),
  ]
  const missing = [...keys, ...ownNames.slice(0, -2)].filter((name) => !names.has(name))
  const fallback = names.has('default') ? 'default.svg' : 'the plain one'
  const warnings: string[] = []
  if (missing.length > 0) {
    warnings.push(`plates/ has no picture of ${missing.join(', ')}: ${fallback} is shown`)
  }
  if (!hasMark) {
    warnings.push('there is no mark.svg: the plain one is shown')
  }
  for (const { file, text } of texts) {
    const written = (text.match(/<text[\s\S]*?<\/text>/g) ?? []).join('').replace(/\s/g, '')
    if (!isLatin(written)) {
      warnings.push(
        `${file} has a text that is not in Latin letters, which share images leave out: draw its letters as paths`,
      )
    }
    const limit = /splash|mark/.test(file) ? maxBytes.everyPage : maxBytes.plate
    if (text.length > limit) {
      warnings.push(`${file} has ${text.length} bytes; more than ${limit} makes pages slow`)
    }
  }
  return { problems, warnings }
}
