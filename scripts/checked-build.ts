import { resolve } from 'node:path'
import { formatCount } from '../server/cli/format-units'
import { OperatorError } from '../server/system/operator-error'
import { readVerdict } from './edition/read-verdict'
import { root } from './vite.mjs'

/**
 * Checks the edition first, because the build fails on invalid content.
 * @throws OperatorError listing every problem of the edition
 */
export const buildChecked = async (outFolder: string): Promise<void> => {
  const { problems } = await readVerdict()
  if (problems.length > 0) {
    throw new OperatorError(
      `The edition has ${formatCount(problems.length, 'problem')}; nothing was built:\n${problems.join('\n')}`,
    )
  }
  const { build } = await import('./build')
  await build(outFolder)
}

/** `npm run build` */
export const main = (): Promise<void> => buildChecked(resolve(root, process.env.DIST ?? 'dist'))
