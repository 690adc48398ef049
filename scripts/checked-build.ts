import { formatCount } from '../server/cli/format-amounts'
import { OperatorError } from '../server/system/operator-error'
import { readVerdict } from './edition/read-verdict'

/**
 * `npm run build`: looks the edition over first, in the words of `npm run edition:check`, and loads what builds only then:
 * pages cannot be made of content that has another shape (behaviour 1.10).
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
