import type { Logger } from 'pino'
import { beat, readHeartbeat } from '../db/heartbeat'
import { countOldProofs, deleteOldProofs, type RetentionDependencies } from './retention'

export interface RetentionNoticeDependencies extends Omit<RetentionDependencies, 'by'> {
  now: Date
  log: Pick<Logger, 'info' | 'warn'>
}

const noticeMs = 86_400_000

/** Says how many proofs will go a day from now, and notes that it was said. */
const announce = async ({ db, files: _, now, log, ...rest }: RetentionNoticeDependencies): Promise<void> => {
  const by = new Date(now.getTime() + noticeMs)
  const proofs = await countOldProofs({ db, by, ...rest })
  if (proofs === 0) return
  await beat(db, { proofs_go_at: by.toISOString(), proofs_going: proofs })
  log.warn(
    { proofs, from: by.toISOString() },
    'the time of these proofs is over, and they will be deleted a day from now; to keep them, raise PROOFS_KEPT_DAYS or take it out',
  )
}

/**
 * Deletes the proofs whose time is over, a day after a warning told their number, and tells what goes next. Where more
 * would go than was told, as after a change of PROOFS_KEPT_DAYS or of the edition, it tells again first (behaviour 12.36).
 */
export const deleteAnnouncedProofs = async (parts: RetentionNoticeDependencies): Promise<void> => {
  const { db, now, log } = parts
  const { proofs_go_at, proofs_going } = (await readHeartbeat(db)) ?? {}
  if (proofs_go_at) {
    const by = new Date(proofs_go_at)
    const isMore = (await countOldProofs({ ...parts, by })) > (proofs_going ?? 0)
    if (!isMore && now < by) return
    if (!isMore) {
      const deleted = await deleteOldProofs({ ...parts, by })
      if (deleted > 0) log.warn({ deleted }, 'proofs whose time was over were deleted')
    }
    await beat(db, { proofs_go_at: null, proofs_going: null })
  }
  await announce(parts)
}
