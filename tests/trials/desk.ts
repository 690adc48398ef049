import { tryKills } from './desk/kills'
import { tryCorrections, tryRaces } from './desk/races'
import { inScene } from './desk/scene'
import { readOptions, report } from './harness'

/**
 * `npm run trial:desk [-- --races 500 --kills 30 --corrections 200 --engine sqlite|postgres]`: two verifiers on one record at once,
 * `kill -9` under decisions, and a correction while somebody decides, on both engines. No decision is lost or doubled, what was
 * answered as saved is saved, and each mail goes once.
 */
export const main = async (args: string[]): Promise<void> => {
  const defaults = { races: 500, corrections: 200, kills: 30, engine: 'sqlite,postgres' }
  const { engine: engines, ...counts } = readOptions(args, defaults)
  const trials = { races: tryRaces, corrections: tryCorrections, kills: tryKills }
  const complaints: string[] = []
  for (const engine of ['sqlite', 'postgres'] as const)
    for (const name of ['races', 'corrections', 'kills'] as const)
      if (engines.includes(engine) && counts[name] > 0)
        await inScene(engine, async (scene) => void complaints.push(...(await trials[name](scene, counts[name]))))
  report('the desk under trial', complaints)
}
