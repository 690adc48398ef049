import { runKills } from './desk/kills'
import { withScene } from './desk/scene'
import { readOptions, report } from './harness'

/**
 * `npm run trial:desk [-- --kills 30 --engine sqlite|postgres]`: kills servers with SIGKILL while
 * two verifiers decide, by default on both engines. Each decision must be saved once and e-mailed
 * once.
 */
export const main = async (args: string[]): Promise<void> => {
  const { engine: engines, kills } = readOptions(args, { kills: 30, engine: 'sqlite,postgres' })
  const complaints: string[] = []
  for (const engine of ['sqlite', 'postgres'] as const) {
    if (engines.includes(engine)) {
      await withScene(
        engine,
        async (scene) => void complaints.push(...(await runKills(scene, kills))),
      )
    }
  }
  report('killing servers during decisions', complaints)
}
