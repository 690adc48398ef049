import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { findSubject } from '../../festival/content/catalogue'
import { leastMembers, type Subject } from '../../festival/content/subject'
import { parseBody } from '../../festival/contract/problem'
import { couponPath } from '../../festival/forms/api'
import { type CouponAnswer, normaliseCoupon } from '../../festival/forms/registration'
import { couponDiscount, firstListedPrice } from '../../festival/payment/fee'
import { limits, requiredText } from '../../festival/text/fields'
import { couponMessages, nothingToDiscount, tooManyCoupons } from '../../festival/text/messages'
import { refuseFields, refuseMethod, tooManyRequests } from '../http/api-error'
import { readJson } from '../http/bodies'
import type { HttpEnvironment } from '../http/environment'
import type { RateLimits } from '../http/rate-limits'
import type { Availability } from './availability'
import { unknownEvent } from './form'

interface CouponsDeps {
  code: string | undefined
  rateLimits: Pick<RateLimits, 'guesses' | 'allGuesses'>
  observeGuess?: ((outcome: 'wrong' | 'refused') => void) | undefined
  log: Pick<Logger, 'warn'>
}

/** `network` is the client's address; IPv6 addresses are cut to their /48 prefix. */
export type CheckCoupon = (
  subject: Pick<Subject, 'fee' | 'teamSize'>,
  code: string,
  network: string,
) => Promise<CouponAnswer>

const digest = (text: string) => createHash('sha256').update(normaliseCoupon(text)).digest()

const warnEveryMs = 60_000

const allNetworks = 'everybody'

/**
 * Limits wrong codes per network and in total. Above a limit, codes are refused without a
 * comparison.
 */
export const createCoupons = ({
  code: validCode,
  rateLimits,
  observeGuess,
  log,
}: CouponsDeps): CheckCoupon => {
  const { guesses, allGuesses } = rateLimits
  let warnedAt = Number.NEGATIVE_INFINITY

  const refuse = (seconds: number) => {
    observeGuess?.('refused')
    if (performance.now() - warnedAt >= warnEveryMs) {
      warnedAt = performance.now()
      log.warn(
        'someone is trying many coupon codes; codes from that network are refused for a while',
      )
    }
    return tooManyRequests(seconds, tooManyCoupons)
  }

  /** Counts before comparing, so that parallel guesses cannot slip through. */
  const countGuess = async (network: string) => {
    const seconds = await guesses.count(network)
    if (seconds !== undefined) {
      throw refuse(seconds)
    }
    const secondsForAll = await allGuesses.count(allNetworks)
    if (secondsForAll !== undefined) {
      throw refuse(secondsForAll)
    }
  }

  return async (subject, code, network) => {
    await countGuess(network)
    if (validCode === undefined || !timingSafeEqual(digest(validCode), digest(code))) {
      observeGuess?.('wrong')
      return { valid: false, message: couponMessages.invalid }
    }
    await Promise.all([guesses.uncount(network), allGuesses.uncount(allNetworks)])
    const memberCount = leastMembers(subject.teamSize)
    const price = firstListedPrice(subject.fee, memberCount)
    if (price === undefined) {
      return { valid: false, message: nothingToDiscount }
    }
    return {
      valid: true,
      message: couponMessages.valid,
      price: price - couponDiscount(subject.fee, memberCount),
    }
  }
}

const checkSchema = v.object({
  event: v.string(unknownEvent.message),
  code: requiredText(limits.coupon, 'The coupon', 'Enter a coupon code.'),
})

export const couponRoutes = (
  checkCoupon: CheckCoupon,
  availability: Pick<Availability, 'refuseSubject'>,
): Hono<HttpEnvironment> => {
  const routes = new Hono<HttpEnvironment>()
  routes.post(couponPath, async (context) => {
    const parsed = parseBody(checkSchema, await readJson(context))
    if (!parsed.ok) {
      throw refuseFields(parsed.errors)
    }
    const subject = findSubject(parsed.value.event)
    if (!subject) {
      throw refuseFields([unknownEvent])
    }
    const closed = availability.refuseSubject(subject)
    if (closed) {
      throw closed
    }
    return context.json(await checkCoupon(subject, parsed.value.code, context.get('network').wide))
  })
  routes.all(couponPath, refuseMethod('POST'))
  return routes
}
