import type { Db, MessageState } from '../db/schema'

export interface Queue {
  states: { state: MessageState; count: number }[]
  /** When the oldest message that waits was made. */
  oldest: string | undefined
}

const waiting = ['queued', 'sending', 'failed'] as const satisfies MessageState[]

/** What has not gone out yet. Its cost grows with what waits, not with all that was ever sent. */
export const readQueue = async (db: Db): Promise<Queue> => {
  const rows = await db
    .selectFrom('message')
    .select(({ fn }) => ['state', fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('state', 'in', waiting)
    .groupBy('state')
    .execute()
  const trying = rows.filter(({ state }) => state !== 'failed').map(({ oldest }) => oldest)
  return {
    states: waiting.map((state) => ({ state, count: Number(rows.find((row) => row.state === state)?.count ?? 0) })),
    oldest: trying.sort()[0],
  }
}
