import type { Hono } from 'hono'
import { cashHandlers } from '../bank/cash'
import { createMatcher } from '../bank/matches'
import { bankHandlers } from '../bank/routes'
import type { Config } from '../config/config'
import type { HttpEnvironment } from '../http/environment'
import { overviewHandlers } from '../lists/figures'
import { fileHandlers } from '../lists/files'
import { listHandlers } from '../lists/lists'
import { type ListParts, queueHandlers } from '../lists/queue'
import { mountDesk } from '../organisers/guard'
import { organiserHandlers } from '../organisers/organisers'
import { createSignIn, type SignInParts } from '../organisers/sign-in'
import { announcementHandlers } from '../reviews/announcements'
import { bulkHandlers } from '../reviews/bulk'
import { detailsHandlers } from '../reviews/correct-details'
import { decisionHandlers } from '../reviews/decisions'
import { groupLinkHandlers } from '../reviews/group-link'
import { noteHandlers } from '../reviews/notes'
import type { ReviewParts } from '../reviews/parts'
import { recordHandlers } from '../reviews/record-page'
import { settleHandlers } from '../reviews/settle'
import { walkInHandlers } from '../reviews/walk-ins'

export interface DeskParts
  extends Omit<SignInParts, 'publicUrl' | 'hasMailFolder'>,
    Omit<ReviewParts & ListParts, 'settings' | 'matcher'> {
  config: Pick<Config, 'publicUrl' | 'isPublicUrlSet' | 'mail' | 'store'>
}

/** All calls of the organisers' desk (section 14 of the behaviour). */
export const createDesk = (given: DeskParts): Hono<HttpEnvironment> => {
  const { db, config } = given
  const { publicUrl, isPublicUrlSet, mail, store } = config
  const signIn = createSignIn({ ...given, publicUrl, hasMailFolder: mail.engine.engine === 'folder' })
  const parts = { ...given, settings: { publicUrl }, matcher: createMatcher({ db, store }) }
  return mountDesk(
    {
      ...signIn.handlers,
      ...organiserHandlers({ ...given, publicUrl }),
      ...queueHandlers(parts),
      ...recordHandlers(parts),
      ...decisionHandlers(parts),
      ...bulkHandlers(parts),
      ...detailsHandlers(parts),
      ...noteHandlers(parts),
      ...groupLinkHandlers(parts),
      ...walkInHandlers(parts),
      ...announcementHandlers(parts),
      ...settleHandlers(parts),
      ...bankHandlers(parts),
      ...cashHandlers(given),
      ...overviewHandlers(parts),
      ...listHandlers(parts),
      ...fileHandlers(parts),
    },
    { publicUrl, isPublicUrlSet, findOrganiser: signIn.findOrganiser },
  )
}
