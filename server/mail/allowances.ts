import { createHash } from 'node:crypto'
import type { Db, DbOrTransaction } from '../db/schema'
import { transact } from '../db/transact'
import type { Clock } from '../system/clock'
import type { Limit } from '../system/limit'
import { eraseUnusedAllowances, spendAllowance } from './allowance-queries'
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
 * many an hour. They are counted in the tables.
 */
export const createAllowances = (db: Db, clock: Clock, limits: MailLimits): Allowances => {
  const spend = (
    key: string,
    { points, seconds }: Limit,
    deferralMs: number,
    within: DbOrTransaction = db,
  ): Promise<number | undefined> => {
    const windowMs = seconds * 1_000
    const now = clock().getTime()
    return spendAllowance(within, { key, gapMs: windowMs / points, windowMs, now, latest: now + windowMs + deferralMs })
  }

  /** One an hour for each mailbox and network, and for each mailbox as many again as it gets anyway. */
  const takeAhead = async (mailbox: string, network: string): Promise<boolean> => {
    const once = { points: 1, seconds: limits.sender.seconds }
    return (
      (await spend(hashKey(`${mailbox} ${network}`), once, 0)) !== undefined &&
      (await spend(hashKey(mailbox), limits.sender, 0)) !== undefined
    )
  }

  const take = (network: string): Promise<Date | 'never'> =>
    transact(db, async (transaction) => {
      const own = await spend(hashKey(network), limits.newAddresses, longestDeferralMs, transaction)
      const all = await spend(totalKey, limits.newAddressesTotal, longestDeferralMs, transaction)
      return own === undefined || all === undefined ? 'never' : new Date(Math.max(own, all))
    })

  return {
    take,
    takeAhead,
    eraseOld: () => eraseUnusedAllowances(db, clock().getTime()),
  }
}
