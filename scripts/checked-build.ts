import { formatCount } from '../server/cli/format-units'
import { OperatorError } from '../server/system/operator-error'
import { readVerdict } from './edition/read-verdict'

/**
 * `npm run build`: checks the edition first, because the build fails on invalid content.
 * @throws OperatorError listing every problem of the edition
 */
export const main = async (): Promise<void> => {
  const { problems } = await readVerdict()
  if (problems.length > 0) {
    throw new OperatorError(
      `The edition has ${formatCount(problems.length, 'problem')}; nothing was built:\n${problems.join('\n')}`,
    )
  }
  const { main: build } = await import('./build')
  await build()
}
