import { matchLayouts } from './statements/match-layouts'
import { measureFiles, measureGrowth } from './statements/measure-files'
import { mutateLayouts } from './statements/mutate-layouts'
import { tryBothEngines } from './statements/on-both-engines'
import { readLayouts } from './statements/read-layouts'
import { tellFaults } from './statements/tell-faults'

/**
 * `npm run trial:statements -- [CLAIMS] [SEED]`: every layout of one account written and read, then matched against what truly
 * happened; what is said of faulty files; 2,000 changes of a file's amounts for each of some layouts; the time and memory of
 * large and hostile files; 200 times two importers at once on both table stores, and the time of the server's preview. Fails if
 * a file is read to another sum, one submission gets another's money, or a row is spent twice (15.5, 15.6, 15.22).
 */
export const main = async ([claims = '1000', seed = '1']: string[]): Promise<void> => {
  const isRead = await readLayouts(Number(claims), Number(seed))
  console.log(`\n${claims} submissions, seed ${seed}:`)
  const wrong = await matchLayouts(Number(claims), Number(seed))
  console.log('\nWhat is said of faulty files:')
  await tellFaults()
  console.log('\nChanged files:')
  const misread = await mutateLayouts(2_000, Number(seed))
  console.log('\nLarge and hostile files:')
  await measureFiles()
  console.log('\nFrom the dropped file to the proposals:')
  await measureGrowth()
  console.log('\nAt the server:')
  const isRight = await tryBothEngines(200)
  if (!isRead || !isRight || wrong + misread > 0) process.exitCode = 1
}
