import { createInterface } from 'node:readline'
import type { Told } from './attack'
import { attacks } from './attacks'
import { aimAt } from './target'

/** What the attacking process tells at its end, as one line of JSON. */
export interface Attacked extends Told {
  cpuSeconds: number
}

/** `attacker.ts NAME ADDRESS FROM`: says that it is ready, waits for a line, attacks, and tells. */
export const main = async ([name = '', address = '', from = '']: readonly string[]): Promise<void> => {
  const attack = attacks.find((one) => one.name === name)
  if (!attack) throw new Error(`There is no attack ${name}`)
  const lines = createInterface({ input: process.stdin })
  const told = new Promise((heard) => lines.once('line', heard))
  console.log('ready')
  await told
  const end = performance.now() + attack.seconds * 1_000
  const before = process.cpuUsage()
  const result = await attack.run(aimAt(address, from), () => performance.now() > end)
  const { user, system } = process.cpuUsage(before)
  const attacked: Attacked = { ...result, cpuSeconds: (user + system) / 1_000_000 }
  process.stdout.write(`${JSON.stringify(attacked)}\n`, () => process.exit(0))
}
