import type { Hono } from 'hono'
import { attendanceHandlers } from '../attendance/attendance'
import { cashHandlers } from '../bank/cash'
import { bankHandlers } from '../bank/routes'
import type { Config } from '../config/config'
import { bulkHandlers } from '../decisions/bulk'
import { detailsHandlers } from '../decisions/correct-details'
import { decisionHandlers } from '../decisions/decisions'
import type { ReviewDeps } from '../decisions/deps'
import { entryHandlers } from '../decisions/entry-page'
import { erasureHandlers } from '../decisions/erasure'
import { noteHandlers } from '../decisions/notes'
import { settleHandlers } from '../decisions/settle'
import { ticketHandlers } from '../decisions/tickets'
import { walkInHandlers } from '../decisions/walk-ins'
import { doorHandlers } from '../doors/desk-doors'
import type { HttpEnvironment } from '../http/environment'
import { overviewHandlers } from '../lists/figures'
import { fileHandlers } from '../lists/files'
import { listHandlers } from '../lists/lists'
import { type ListDeps, queueHandlers } from '../lists/queue'
import { stateHandlers } from '../live/changes'
import type { FestivalState } from '../live/current'
import { announcementHandlers } from '../messages/announcements'
import { groupLinkHandlers } from '../messages/group-link'
import { mountDesk } from '../organisers/guard'
import { organiserHandlers } from '../organisers/organisers'
import { createSignIn, type SignInDeps } from '../organisers/sign-in'

export interface DeskDeps
  extends Omit<SignInDeps, 'limits' | 'publicUrl' | 'hasMailFolder'>,
    Omit<ReviewDeps & ListDeps, 'settings'> {
  config: Pick<Config, 'publicUrl' | 'isPublicUrlSet' | 'mail'>
  state: FestivalState
  isPage: (address: string) => boolean
}

export const createDesk = (shared: DeskDeps): Hono<HttpEnvironment> => {
  const { config } = shared
  const { publicUrl, isPublicUrlSet, mail } = config
  const signIn = createSignIn({
    ...shared,
    publicUrl,
    hasMailFolder: mail.engine.engine === 'folder',
  })
  const deps = { ...shared, settings: { publicUrl, listCancelled: shared.matcher.listCancelled } }
  return mountDesk(
    {
      ...signIn.handlers,
      ...organiserHandlers({ ...shared, publicUrl }),
      ...queueHandlers(deps),
      ...entryHandlers(deps),
      ...decisionHandlers(deps),
      ...bulkHandlers(deps),
      ...detailsHandlers(deps),
      ...noteHandlers(deps),
      ...erasureHandlers(deps),
      ...ticketHandlers(deps),
      ...groupLinkHandlers(deps),
      ...stateHandlers(deps),
      ...walkInHandlers(deps),
      ...announcementHandlers(deps),
      ...settleHandlers(deps),
      ...bankHandlers(deps),
      ...attendanceHandlers(deps),
      ...doorHandlers({ ...shared, publicUrl }),
      ...cashHandlers({ ...shared, publicUrl }),
      ...overviewHandlers(deps),
      ...listHandlers(deps),
      ...fileHandlers(deps),
    },
    { publicUrl, isPublicUrlSet, findOrganiser: signIn.findOrganiser },
  )
}
