import type { LowDiskSpace } from '../../festival/contract/overview'
import { type AppDependencies, createApp } from '../../server/app/app'
import { createConfirmations } from '../../server/app/confirmations'
import { createEntryPageFinder } from '../../server/entries/proofs'
import { createRateLimits } from '../../server/http/rate-limits'
import { createIndexer } from '../../server/jobs/index-entries'
import { createFestivalState } from '../../server/live/current'
import type { Mailer } from '../../server/mail/mailer'
import { createOutbox } from '../../server/mail/outbox'
import { completeEmail } from '../../server/messages/add-ticket'
import { isStillListed } from '../../server/messages/announcements'
import { createWaitlist } from '../../server/messages/waitlist'
import { notifyAdminsOfLowSpace } from '../../server/organisers/organisers'
import { createDiskReserve, type ReadFreeBytes } from '../../server/uploads/disk-reserve'
import type { FileStore } from '../../server/uploads/file-store'
import { openImageHost } from '../../server/uploads/image-host'
import { createUploads } from '../../server/uploads/uploads'

interface Wired
  extends Pick<AppDependencies, 'db' | 'config' | 'clock' | 'log' | 'site' | 'desk' | 'door'> {
  files: FileStore
  mailer: Mailer
  readFreeBytes?: ReadFreeBytes | undefined
}

/** The server's parts without a socket. */
export const wireApp = ({
  db,
  config,
  files,
  mailer,
  clock,
  log,
  readFreeBytes,
  site,
  desk,
  door,
}: Wired) => {
  const state = createFestivalState({ db, clock, log })
  const { festival } = state
  const hasDesk = config.organisers !== undefined
  const confirmations = createConfirmations({ address: config.publicUrl, hasDesk, clock, festival })
  const rateLimits = createRateLimits(config)
  const { attachedBytes } = rateLimits
  const isWanted = (id: string, email: string) => isStillListed(db, id, email)
  const outbox = createOutbox({
    db,
    mailer,
    confirmations,
    clock,
    config,
    limits: rateLimits,
    isWanted,
    complete: (message) =>
      completeEmail(db, message, {
        festival: festival(),
        publicUrl: config.publicUrl,
        now: clock(),
      }),
    log,
  })
  const imageHost = config.imageHost && openImageHost(config.imageHost, 500)
  const { reserveBytes } = config.uploads
  const onScarceSpace = (room: LowDiskSpace) =>
    notifyAdminsOfLowSpace({ db, clock, ...config }, room)
  const reserve =
    readFreeBytes && createDiskReserve({ readFreeBytes, reserveBytes, onScarceSpace, log })
  const findEntryPage = config.organisers && createEntryPageFinder(db)
  const uploads = createUploads({
    db,
    files,
    imageHost,
    findEntryPage,
    clock,
    config,
    reserve,
    attachedBytes,
    log,
  })
  const indexer = createIndexer({ db, clock, festival, log, timeoutMs: 30_000 })
  const app = createApp({
    db,
    files,
    uploads,
    outbox,
    rateLimits,
    site,
    desk,
    door,
    indexer,
    clock,
    config,
    state,
    log,
  })
  const waitlist = createWaitlist({ db, clock, state, config })
  return { app, outbox, uploads, rateLimits, indexer, state, waitlist }
}
