import type { Hono } from 'hono'
import { cashHandlers } from '../bank/cash'
import { createMatcher } from '../bank/matches'
import { bankHandlers } from '../bank/routes'
import type { Config } from '../config/config'
import type { HttpEnvironment } from '../http/environment'
import { overviewHandlers } from '../lists/figures'
import { fileHandlers } from '../lists/files'
import { listHandlers } from '../lists/lists'
import { type ListDeps, queueHandlers } from '../lists/queue'
import { mountDesk } from '../organisers/guard'
import { organiserHandlers } from '../organisers/organisers'
import { createSignIn, type SignInDeps } from '../organisers/sign-in'
import { announcementHandlers } from '../reviews/announcements'
import { bulkHandlers } from '../reviews/bulk'
import { detailsHandlers } from '../reviews/correct-details'
import { decisionHandlers } from '../reviews/decisions'
import type { ReviewDeps } from '../reviews/deps'
import { erasureHandlers } from '../reviews/erasure'
import { groupLinkHandlers } from '../reviews/group-link'
import { noteHandlers } from '../reviews/notes'
import { recordHandlers } from '../reviews/record-page'
import { settleHandlers } from '../reviews/settle'
import { walkInHandlers } from '../reviews/walk-ins'
import { stateHandlers } from '../state/changes'
import type { FestivalState } from '../state/current'

export interface DeskDeps
  extends Omit<SignInDeps, 'limits' | 'publicUrl' | 'hasMailFolder'>,
    Omit<ReviewDeps & ListDeps, 'settings' | 'matcher'> {
  config: Pick<Config, 'publicUrl' | 'isPublicUrlSet' | 'mail' | 'store'>
  state: FestivalState
  /** Whether the site has a page at this address. */
  isPage: (address: string) => boolean
}

/** All calls of the organisers' desk (section 14 of the behaviour). */
export const createDesk = (given: DeskDeps): Hono<HttpEnvironment> => {
  const { db, config } = given
  const { publicUrl, isPublicUrlSet, mail, store } = config
  const signIn = createSignIn({
    ...given,
    publicUrl,
    hasMailFolder: mail.engine.engine === 'folder',
  })
  const matcher = createMatcher({ db, store, festival: given.festival })
  const deps = { ...given, settings: { publicUrl, listCancelled: matcher.listCancelled }, matcher }
  return mountDesk(
    {
      ...signIn.handlers,
      ...organiserHandlers({ ...given, publicUrl }),
      ...queueHandlers(deps),
      ...recordHandlers(deps),
      ...decisionHandlers(deps),
      ...bulkHandlers(deps),
      ...detailsHandlers(deps),
      ...noteHandlers(deps),
      ...erasureHandlers(deps),
      ...groupLinkHandlers(deps),
      ...stateHandlers(deps),
      ...walkInHandlers(deps),
      ...announcementHandlers(deps),
      ...settleHandlers(deps),
      ...bankHandlers(deps),
      ...cashHandlers({ ...given, publicUrl }),
      ...overviewHandlers(deps),
      ...listHandlers(deps),
      ...fileHandlers(deps),
    },
    { publicUrl, isPublicUrlSet, findOrganiser: signIn.findOrganiser },
  )
}
