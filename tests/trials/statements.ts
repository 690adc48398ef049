import { judgeImports } from '../support/statements/judge-import'
import { measureFiles, measureGrowth } from './statements/measure-files'
import { printVerdicts } from './statements/print-verdicts'

/**
 * `npm run trial:statements -- [CLAIMS] [SEED]`: a generated statement of every bank, read and matched against what truly
 * happened; then the time and memory of large and hostile files. Fails if one claim gets another's money (behaviour 15.6).
 */
export const main = async ([claims = '1000', seed = '1']: string[]): Promise<void> => {
  const verdicts = await judgeImports(Number(claims), Number(seed))
  console.log(`${claims} claims a bank, seed ${seed}`)
  printVerdicts(verdicts)
  console.log('\nLarge and hostile files:')
  await measureFiles()
  console.log('\nFrom the dropped file to the proposals:')
  await measureGrowth()
  if (verdicts.some(({ wronglyMatched }) => wronglyMatched.length > 0)) process.exitCode = 1
}
