import type { Edition } from '../../festival/content/content'
import { listTexts } from '../../festival/live/check-edition'

/** The letters that the share images' Latin fonts contain. */
export const latinLetters = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}’‘“”–—…·é`

/** The font family for each Indian script. */
const families = {
  Bengali: 'noto-serif',
  Devanagari: 'noto-serif',
  Gujarati: 'noto-serif',
  Gurmukhi: 'noto-sans',
  Kannada: 'noto-sans',
  Malayalam: 'noto-serif',
  Oriya: 'noto-sans',
  Tamil: 'noto-serif',
  Telugu: 'noto-serif',
} as const

export type Script = keyof typeof families

/** Joiners shape the letters around them, and have no script of their own. */
const scripts = (Object.keys(families) as Script[]).map((name) => ({
  name,
  letters: new RegExp(`[\\p{Script_Extensions=${name}}\\u200C\\u200D]`, 'u'),
}))

export const fontFile = (script: Script): string => {
  const name = `${families[script]}-${script.toLowerCase()}`
  return `@fontsource/${name}/files/${name}-${script.toLowerCase()}-500-normal.woff2`
}

export const isLatin = (text: string): boolean =>
  Array.from(text).every((letter) => latinLetters.includes(letter))

/** `script` is undefined for Latin letters. */
export interface Run {
  script: Script | undefined
  text: string
}

/** Splits a text wherever its script changes. */
export const splitRuns = (text: string): Run[] => {
  const runs: Run[] = []
  for (const letter of text) {
    const matching = scripts.filter(({ letters }) => letters.test(letter)).map(({ name }) => name)
    const last = runs.at(-1)
    // Several scripts share signs such as the danda, so these take the script of the text before.
    const script = matching.find((name) => name === last?.script) ?? matching[0]
    if (last && last.script === script) {
      last.text += letter
    } else {
      runs.push({ script, text: letter })
    }
  }
  return runs
}

/** Returns the letters that no font of the share images contains. */
export const findMissingLetters = (text: string): string[] =>
  splitRuns(text)
    .filter(({ script }) => script === undefined)
    .flatMap((run) => Array.from(run.text))
    .filter((letter) => !latinLetters.includes(letter))

/** Lists the edition's texts that appear in share images, with their paths. */
export const listShareTexts = ({ identity, subjects, legends }: Edition) => {
  const { title, line } = identity
  const names = subjects.map((subject) => ({
    title: subject.title,
    nickname: subject.nickname,
    subtitle: subject.subtitle,
  }))
  return listTexts({ identity: { title, line }, subjects: names, legends }, '')
}
