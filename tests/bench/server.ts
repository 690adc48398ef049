import { constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { cores, tellCores } from './cores'
import { measureGrowth } from './measure-growth'
import { measureMemory } from './measure-memory'
import { measurePages } from './measure-pages'
import { measureRegistrations } from './measure-registrations'
import type { Load } from './outside'
import { quick, whole } from './scope'
import { postgresStores, type StoreMaker, sqliteStores } from './stores'
import type { Tally } from './tally'
import { startTasks } from './task'

/** So that what else goes on takes little from the measured; only root may, and all that it starts comes along. */
const stepForward = () => {
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST)
  } catch {
    console.log('Without the right to step forward, whatever else goes on here takes its part.')
  }
}

const parts = ['registrations', 'pages', 'memory', 'growth']

/**
 * `npm run bench:server -- [--quick] [--only registrations,pages,memory,growth] [--stores sqlite,postgres]`: what the
 * built server carries, beside what the bare database carries on the same machine. It judges by targets, but
 * fails on none: the figures are the machine's as well.
 */
export const main = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: parts.join() },
      stores: { type: 'string', default: 'sqlite,postgres' },
    },
  })
  const scope = values.quick ? quick : whole
  const chosen = values.only.split(',')
  const start = performance.now()
  stepForward()
  console.log(tellCores())
  console.log(
    'Mail goes to a service in the shape of EmailJS that answers at once; uploads are in the tables beforehand.',
  )
  const outside = startTasks<Load, Tally>('tests/bench/outside.ts', cores.outside)
  const engines: Record<string, () => Promise<StoreMaker>> = {
    sqlite: async () => sqliteStores(),
    postgres: postgresStores,
  }
  try {
    if (chosen.includes('pages')) await measurePages(sqliteStores(), outside, scope)
    for (const name of values.stores.split(',')) {
      const maker = await engines[name]?.()
      if (!maker) throw new Error(`There is no table store ${name}`)
      try {
        if (chosen.includes('registrations')) await measureRegistrations(maker, outside, scope)
        if (chosen.includes('memory') && name === 'sqlite') await measureMemory(maker, outside, scope)
        if (chosen.includes('growth')) await measureGrowth(maker, outside, scope)
      } finally {
        await maker.stop()
      }
    }
  } finally {
    await outside.end()
  }
  console.log(`\n${((performance.now() - start) / 60_000).toFixed(1)} minutes`)
}
