import { formatCount } from '../server/cli/format-units'
import { OperatorError } from '../server/system/operator-error'
import { readVerdict } from './edition/read-verdict'

/**
 * `npm run build`: loads the build only for a valid edition, because pages cannot be made from
 * invalid content.
 * @throws OperatorError naming every problem of the edition
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
