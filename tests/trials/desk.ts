import { runKills } from './desk/kills'
import { runOnEngines } from './desk/scene'
import { readOptions, report } from './harness'

/**
 * `npm run trial:desk [-- --kills 30 --engine sqlite|postgres]`: kills servers with SIGKILL while
 * two verifiers decide, by default on both engines. Each decision must be saved once and e-mailed
 * once.
 */
export const main = async (args: string[]): Promise<void> => {
  const { engine: engines, kills } = readOptions(args, { kills: 30, engine: 'sqlite,postgres' })
  const complaints = await runOnEngines(engines, (scene) => runKills(scene, kills))
  report('killing servers during decisions', complaints)
}
