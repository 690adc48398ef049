import { parseArgs } from 'node:util'
import { tryCorrections } from './desk/corrections'
import { tryKills } from './desk/kills'
import { tryRaces } from './desk/races'
import { inScene, type Scene } from './desk/scene'
import { trySignIns } from './desk/sign-ins'
import { report } from './harness'

const engines = ['sqlite', 'postgres'] as const

/**
 * `npm run trial:desk [-- --races 500 --kills 30 --corrections 200 --sign-ins 200 --engine sqlite|postgres]`: two verifiers on one record at once,
 * `kill -9` under decisions, and a correction while somebody decides, on both engines. No decision is lost or doubled, what was
 * answered as saved is saved, and each mail goes once. Known and unknown addresses ask for a link, and are timed.
 */
export const main = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      races: { type: 'string', default: '500' },
      kills: { type: 'string', default: '30' },
      corrections: { type: 'string', default: '200' },
      'sign-ins': { type: 'string', default: '200' },
      engine: { type: 'string', default: engines.join() },
    },
  })
  const trials: [string, (scene: Scene, count: number) => Promise<string[]>][] = [
    [values.races, tryRaces],
    [values.corrections, tryCorrections],
    [values.kills, tryKills],
    [values['sign-ins'], trySignIns],
  ]
  const complaints: string[] = []
  for (const engine of engines.filter((name) => values.engine.includes(name)))
    for (const [count, run] of trials)
      if (Number(count) > 0)
        await inScene(engine, async (scene) => void complaints.push(...(await run(scene, Number(count)))))
  report('the desk under trial', complaints)
}
