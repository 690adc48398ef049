import { tryKills } from './desk/kills'
import { tryMessage } from './desk/message'
import { tryCorrections, tryRaces, trySignIns } from './desk/races'
import { inScene } from './desk/scene'
import { readOptions, report } from './harness'

/**
 * `npm run trial:desk [-- --races 500 --kills 30 --corrections 200 --sign-ins 200 --engine sqlite|postgres]`: two verifiers on one record at once,
 * `kill -9` under decisions, and a correction while somebody decides, on both engines. No decision is lost or doubled, what was
 * answered as saved is saved, and each mail goes once. Known and unknown addresses ask for a link, and are timed. `--people 1200 --pace 40`:
 * a message to so many, at so many mails in a second.
 */
export const main = async (args: string[]): Promise<void> => {
  const defaults = {
    races: 500,
    corrections: 200,
    kills: 30,
    'sign-ins': 200,
    people: 200,
    pace: 40,
    engine: 'sqlite,postgres',
  }
  const { engine: engines, people, pace, ...counts } = readOptions(args, defaults)
  const trials = { races: tryRaces, corrections: tryCorrections, kills: tryKills, 'sign-ins': trySignIns }
  const complaints: string[] = []
  for (const engine of ['sqlite', 'postgres'] as const)
    for (const name of ['races', 'corrections', 'kills', 'sign-ins'] as const)
      if (engines.includes(engine) && counts[name] > 0)
        await inScene(engine, async (scene) => void complaints.push(...(await trials[name](scene, counts[name]))))
  for (const engine of ['sqlite', 'postgres'] as const)
    if (engines.includes(engine) && people > 0) {
      const env = { MAIL_PER_SECOND: String(pace) }
      await inScene(engine, async (scene) => void complaints.push(...(await tryMessage(scene, people))), 'admin', env)
    }
  report('the desk under trial', complaints)
}
