import { ApiError } from '../http/api-error'
import type { DeskContext } from './desk-handlers'

/** Where the desk is reached. */
export interface DeskAddress {
  publicUrl: string
  /** Without it the desk is reached by whatever name this machine goes by. */
  isPublicUrlSet: boolean
}

/** Of an address like `https://cerebra.example:8443/x`: what stands before the path. */
const originOf = (address: string) => new URL(address).origin

/**
 * Takes a call that changes something from the site's own pages only: browsers say with each where it comes from, and no page can
 * say it for another (behaviour 14.7).
 * @throws ApiError `forbidden`, also without an `Origin`
 */
export const requireOwnOrigin = (context: DeskContext, { publicUrl, isPublicUrlSet }: DeskAddress): void => {
  const origin = context.req.header('Origin')
  if (origin === originOf(publicUrl)) return
  const isOfThisHost =
    origin !== undefined && URL.canParse(origin) && new URL(origin).host === context.req.header('Host')
  if (!isPublicUrlSet && isOfThisHost) return
  throw new ApiError('forbidden', 'This call came from another site. Open the desk on the festival’s own site.')
}
