import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { type DoorList, pairSchema, sendScansSchema } from '../../festival/contract/door'
import { doorCallFolder } from '../../festival/contract/pages'
import type { Festival } from '../../festival/live/state'
import type { DoorRow } from '../db/desk-schema'
import type { Db } from '../db/schema'
import { ApiError, refuseMethod, tooManyRequests } from '../http/api-error'
import { readBody } from '../http/bodies'
import type { HttpEnvironment } from '../http/environment'
import type { RateLimits } from '../http/rate-limits'
import { requireOwnOrigin } from '../organisers/guard'
import type { Clock } from '../system/clock'
import { findDoorEnd, findLateEnd, nameDoor } from './door-rows'
import { createHeldLists } from './held-lists'
import { hashTestCode, readDoorEntries } from './list-entries'
import { acceptToken, pairPhone } from './phones'
import { receiveScans } from './scans'

type DoorContext = Context<HttpEnvironment>

const cookie = 'door'

/** Enough for 100 scans and 100 names in any script. */
const maxScanBytes = 128 * 1024

const doorEnded = () =>
  new ApiError(
    'gone',
    'This door is closed. To continue, ask an organiser to add this phone to another door.',
  )

interface Deps {
  db: Db
  clock: Clock
  festival: () => Festival
  publicUrl: string
  isPublicUrlSet: boolean
  limits: Pick<RateLimits, 'secrets' | 'linkCalls'>
}

export const doorRoutes = ({ db, clock, festival, publicUrl, isPublicUrlSet, limits }: Deps) => {
  const lists = createHeldLists(clock, (door) => readDoorEntries(db, door, festival(), clock()))

  const saveToken = (context: DoorContext, token: string, door: DoorRow) =>
    setCookie(context, cookie, token, {
      path: doorCallFolder,
      httpOnly: true,
      sameSite: 'Strict',
      secure: publicUrl.startsWith('https:'),
      expires: findLateEnd(door),
    })

  /**
   * Saves what the phone reports, and issues its next token.
   * @throws ApiError `signed-out` or `too-many-requests`
   */
  const requirePhone = async (
    context: DoorContext,
    report: Parameters<typeof acceptToken>[2],
  ): Promise<DoorRow> => {
    const token = getCookie(context, cookie) ?? ''
    const contact = await acceptToken(db, token, report, clock())
    if (!contact) {
      throw new ApiError(
        'signed-out',
        'This phone cannot use this door. Ask an organiser to add it at the desk.',
      )
    }
    const { phone, door } = contact
    const seconds = await limits.linkCalls.count(`${context.req.path} ${phone.id}`)
    if (seconds !== undefined) {
      throw tooManyRequests(seconds, 'This phone sends too many requests. Please wait a moment.')
    }
    saveToken(context, contact.token, door)
    return door
  }

  const routes = new Hono<HttpEnvironment>().basePath(doorCallFolder)
  routes.post('/pair', async (context) => {
    requireOwnOrigin(context, { publicUrl, isPublicUrlSet })
    const paired = await pairPhone(db, await readBody(context, pairSchema), clock())
    if (!paired) {
      const seconds = await limits.secrets.count(context.get('network').wide)
      if (seconds !== undefined) {
        throw tooManyRequests(seconds)
      }
      throw new ApiError(
        'link-spent',
        'This code was already used or has expired. Ask the organiser for a new one.',
      )
    }
    saveToken(context, paired.token, paired.door)
    return context.json({ name: nameDoor(paired.door) }, 201)
  })

  routes.get('/list', async (context) => {
    const now = clock()
    const door = await requirePhone(context, { list_at: now.toISOString() })
    const end = findDoorEnd(door)
    if (now >= end) {
      throw doorEnded()
    }
    const changes = await lists.readChanges(door, context.req.query('since') ?? '')
    const list: DoorList = {
      door: {
        id: door.id,
        name: nameDoor(door),
        endsAt: end.toISOString(),
        testCode: hashTestCode(door),
        key: door.key,
      },
      now: now.toISOString(),
      ...changes,
    }
    return context.json(list)
  })

  routes.post('/scans', async (context) => {
    requireOwnOrigin(context, { publicUrl, isPublicUrlSet })
    const body = await readBody(context, sendScansSchema, maxScanBytes)
    const { volunteer, unsent } = body
    const door = await requirePhone(context, { volunteer, unsent })
    const now = clock()
    if (now >= findLateEnd(door)) {
      throw doorEnded()
    }
    const received = await receiveScans(db, festival(), { door, body, now })
    lists.expire(door.id)
    return context.json(received)
  })

  routes.all('/list', refuseMethod('GET'))
  routes.all('/pair', refuseMethod('POST'))
  routes.all('/scans', refuseMethod('POST'))
  return routes
}
