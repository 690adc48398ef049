import { judgeImports } from '../support/statements/judge-import'

/**
 * `npm run trial:statements -- [CLAIMS] [SEED]`: a generated statement of every bank, read and matched against what truly
 * happened. Fails if one claim gets another's money.
 */
export const main = async ([claims = '1000', seed = '1']: string[]): Promise<void> => {
  const verdicts = await judgeImports(Number(claims), Number(seed))
  for (const verdict of verdicts) console.log(JSON.stringify(verdict))
  if (verdicts.some(({ wronglyMatched }) => wronglyMatched.length > 0)) process.exitCode = 1
}
