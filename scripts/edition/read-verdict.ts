import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { parseAst } from 'vite'
import { OperatorError } from '../../server/system/operator-error'
import { listSourcePaths } from '../source-files'
import { editionFolder, root } from '../vite.mjs'
import { checkContent, type Verdict } from './check-content'
import { checkPictures } from './check-pictures'
import { openSources } from './locate'

const describeError = (error: unknown): string =>
  stripVTControlCharacters(error instanceof Error ? error.message : String(error)).split('\n')[0] ??
  ''

/** Shows the previous line too, because a parser often notices an error one line late. */
export const describeSyntaxError = (file: string, text: string): string | undefined => {
  try {
    parseAst(text, { lang: 'ts' })
    return undefined
  } catch (error) {
    const position =
      typeof error === 'object' && error !== null ? Number(Reflect.get(error, 'pos')) : Number.NaN
    const linesBefore = text.slice(0, Number.isNaN(position) ? 0 : position).split('\n')
    const number = linesBefore.length
    const lines = text.split('\n')
    const excerpt = [number - 1, number]
      .filter((line) => line > 0)
      .map((line) => `  ${line}: ${lines[line - 1]?.trim()}`)
    return `${file}:${number}: ${explainSyntaxError(excerpt)}\n${excerpt.join('\n')}`
  }
}

const explainSyntaxError = (excerpt: readonly string[]): string => {
  if (excerpt.some((line) => /:\s*[“”‘’]/.test(line))) {
    return "Replace Word’s quotation marks “ ” or ‘ ’ with '."
  }
  if (excerpt.some((line) => /:\s*\d+,\d/.test(line.replace(/^\s*\d+:/, '')))) {
    return 'Write amounts in whole rupees without a comma, such as 450 or 1500.'
  }
  return 'A comma, a quotation mark or a bracket is probably missing here or at the end of the line before.'
}

const findSyntaxErrors = (): string | undefined =>
  listSourcePaths(editionFolder)
    .filter((path) => path.endsWith('.ts'))
    .flatMap(
      (path) => describeSyntaxError(path, readFileSync(join(editionFolder, path), 'utf8')) ?? [],
    )
    .join('\n') || undefined

/** @throws OperatorError if the edition's files cannot be read */
export const readVerdict = async (): Promise<Verdict & { title: string }> => {
  try {
    const { wholeEdition } = await import('../../festival/live/whole-edition')
    const title = String(wholeEdition.identity?.title ?? 'The edition')
    const verdict = checkContent(wholeEdition, openSources(editionFolder), Date.now())
    // Keys in the content name the pictures, so the content must be valid first.
    if (verdict.problems.length > 0) {
      return { title, ...verdict }
    }
    const { problems, warnings } = checkPictures(editionFolder, wholeEdition)
    return {
      title,
      problems,
      warnings: [...verdict.warnings, ...warnings],
      placeholders: verdict.placeholders,
    }
  } catch (error) {
    throw new OperatorError(
      `The edition in ${relative(root, editionFolder)} cannot be read.\n${findSyntaxErrors() ?? describeError(error)}`,
      {
        cause: error,
      },
    )
  }
}
