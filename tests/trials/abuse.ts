import { parseArgs } from 'node:util'
import { hasCaddy } from '../support/caddy'
import { serveFestival } from '../support/serve'
import { formatAbuse, formatAbuseHead } from './abuse/abuse-table'
import { attacks, attacksWithoutProxy } from './abuse/attacks'
import { makeMemoryBound } from './abuse/memory-bound'
import { abusedSettings, type Grounds, tryAttack } from './abuse/try-attack'
import { withStores } from './harness'
import { openMailbox } from './mailbox'

/**
 * `npm run trial:abuse -- [--store postgres] [--proxy caddy] [--only WORDS] [--dist FOLDER]`: one telephone against
 * everybody. Each attack meets a fresh server under the memory of production while honest people read pages and
 * register, some from another address and some from the attacker's own, as on a campus. Others may wait 100 ms longer at
 * the 99th percentile, none may be refused for good, and the server lives, in bounds. Everything stays on the loopback.
 */
export const main = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      store: { type: 'string', default: 'sqlite' },
      proxy: { type: 'string', default: 'none' },
      only: { type: 'string', default: '' },
      dist: { type: 'string', default: 'dist' },
    },
  })
  const isBehindCaddy = values.proxy === 'caddy'
  if (isBehindCaddy && !hasCaddy()) {
    console.log('Caddy is not installed (apt-get install caddy); nothing was tried.')
    return
  }
  const chosen = attacks.filter(
    (attack) => attack.name.includes(values.only) && !(isBehindCaddy && attacksWithoutProxy.has(attack)),
  )
  const bound = makeMemoryBound()
  const mailbox = await openMailbox()
  const hurting: string[] = []
  try {
    await withStores(values.store, async ({ make }) => {
      // Each server gets an empty database, which goes with its engine.
      const makeStore = async () => (values.store === 'postgres' ? (await make()).env : {})
      const settings = { ...abusedSettings(mailbox), LIMIT_SUBMISSIONS: '1000000' }
      const twin = await serveFestival({ ...settings, ...(await makeStore()) }, values.dist)
      try {
        const grounds: Grounds = { dist: values.dist, bound, mailbox, makeStore, isBehindCaddy, twin }
        const place = isBehindCaddy ? 'behind Caddy' : 'without a proxy'
        console.log(`On ${values.store} ${place}, memory bounded to ${bound.how}; the attacker runs at nice 19.`)
        console.log(formatAbuseHead())
        for (const attack of chosen) {
          const row = await tryAttack(attack, grounds).catch((error: unknown) => ({ name: attack.name, error }))
          if ('error' in row) console.log(`BROKE  ${row.name}: ${row.error}`)
          else console.log(formatAbuse(row))
          if ('error' in row || row.complaints.length > 0) hurting.push(row.name)
        }
      } finally {
        await twin.stop()
      }
    })
  } finally {
    await mailbox.goAway()
    bound.remove()
  }
  console.log(`abuse: ${chosen.length} attacks, ${hurting.length} hurt`)
  for (const name of hurting) console.log(`  ${name}`)
  if (hurting.length > 0 || chosen.length === 0) process.exitCode = 1
}
