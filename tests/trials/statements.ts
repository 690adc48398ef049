import { matchWorlds } from './statements/match-worlds'
import { measureFiles, measureGrowth } from './statements/measure-files'
import { tryBothEngines } from './statements/on-both-engines'
import { readLayouts } from './statements/read-layouts'

/**
 * `npm run trial:statements -- [CLAIMS] [SEED]`: every layout of one account written and read; an invented world in each of the banks'
 * wordings, matched against what truly happened; then the time and memory of large and hostile files; then 200 times two importers at once on both table stores,
 * and the time of the server's preview. Fails if one claim gets another's money or a row is spent twice (15.6, 15.22).
 */
export const main = async ([claims = '1000', seed = '1']: string[]): Promise<void> => {
  const isRead = await readLayouts(Number(claims), Number(seed))
  console.log(`\n${claims} submissions, seed ${seed}:`)
  const wrong = matchWorlds(Number(claims), Number(seed))
  console.log('\nLarge and hostile files:')
  await measureFiles()
  console.log('\nFrom the dropped file to the proposals:')
  await measureGrowth()
  console.log('\nAt the server:')
  const isRight = await tryBothEngines(200)
  if (!isRead || !isRight || wrong > 0) process.exitCode = 1
}
