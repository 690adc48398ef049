import { relative, resolve } from 'node:path'
import { OperatorError } from '../../server/system/operator-error'
import { editionFolder } from '../vite.mjs'
import { checkContent, type Verdict } from './check-content'
import { openSources } from './locate'

const root = resolve(import.meta.dirname, '../..')

/**
 * Reads the edition that is built, and looks it over.
 * @throws OperatorError when its files cannot be read at all, with what the reader said
 */
export const readVerdict = async (): Promise<Verdict & { title: string }> => {
  try {
    const { wholeEdition } = await import('../../festival/whole-edition')
    const title = String(wholeEdition.identity?.title ?? 'The edition')
    return { title, ...checkContent(wholeEdition, openSources(editionFolder), Date.now()) }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`The edition in ${relative(root, editionFolder)} cannot be read: ${said}`, { cause: error })
  }
}
