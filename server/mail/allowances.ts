import { createHash } from 'node:crypto'
import type { Db } from '../db/schema'
import type { Clock } from '../system/clock'
import type { Limit } from '../system/limit'
import { eraseUnusedAllowances, spendAllowance } from './allowance-queries'
import { batchCalls } from './batch-calls'
import type { MailLimits } from './mail-config'

/** No e-mail is put off for longer, in milliseconds; one that would be is not sent at all, and its registrant told so. */
export const longestDeferralMs = 24 * 3_600_000

export interface Allowances {
  /** When an e-mail to an address that never got one before may go, by the network that it came from. */
  take: (network: string) => Promise<Date | 'never'>
  /** Whether an e-mail may go although its mailbox has got its number, by the network that it came from. */
  takeAhead: (mailbox: string, network: string) => Promise<boolean>
  /** Erases the counts that weigh on nothing any more. */
  eraseOld: () => Promise<void>
}

/** Network addresses and mailboxes are kept as hashes, and for as long as they count: 25 hours at most (behaviour 13.30). */
const hashKey = (counted: string): string => createHash('sha256').update(counted).digest('base64url').slice(0, 22)

const totalKey = 'all'

/**
 * The bounds on e-mails to new addresses (behaviour 7.25), for each network and in all: so many at once, then evenly so
 * many an hour. They are counted in the tables, once for all that are asked for at the same moment.
 */
export const createAllowances = (db: Db, clock: Clock, limits: MailLimits): Allowances => {
  const spendOne = async (key: string, { points, seconds }: Limit): Promise<boolean> => {
    const windowMs = seconds * 1_000
    const now = clock().getTime()
    const use = { key, count: 1, gapMs: windowMs / points, windowMs, now, latest: now + windowMs }
    return (await spendAllowance(db, use)) !== undefined
  }

  /** One an hour for each mailbox and network, and for each mailbox as many again as it gets anyway. */
  const takeAhead = async (mailbox: string, network: string): Promise<boolean> =>
    (await spendOne(hashKey(`${mailbox} ${network}`), { points: 1, seconds: limits.sender.seconds })) &&
    (await spendOne(hashKey(mailbox), limits.sender))

  const useSome = async (networks: readonly string[]): Promise<(Date | 'never')[]> => {
    const now = clock().getTime()
    const counts = new Map<string, number>([[totalKey, networks.length]])
    for (const network of networks) counts.set(network, (counts.get(network) ?? 0) + 1)
    const turns = new Map(
      await Promise.all(
        [...counts].map(async ([key, count]): Promise<[string, number[] | undefined]> => {
          const { points, seconds } = key === totalKey ? limits.newAddressesTotal : limits.newAddresses
          const windowMs = seconds * 1_000
          const latest = now + windowMs + longestDeferralMs
          return [key, await spendAllowance(db, { key, count, gapMs: windowMs / points, windowMs, now, latest })]
        }),
      ),
    )
    return networks.map((network) => {
      const [own, all] = [turns.get(network)?.shift(), turns.get(totalKey)?.shift()]
      return own === undefined || all === undefined ? 'never' : new Date(Math.max(own, all))
    })
  }
  const use = batchCalls(useSome)
  return {
    take: (network) => use(hashKey(network)),
    takeAhead,
    eraseOld: () => eraseUnusedAllowances(db, clock().getTime()),
  }
}
