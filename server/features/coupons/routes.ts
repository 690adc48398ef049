import { Hono } from 'hono'
import * as v from 'valibot'
import { couponPath } from '../../../festival/api'
import { findSubject } from '../../../festival/catalogue'
import { limits, requiredText } from '../../../festival/fields'
import { parseBody } from '../../../festival/parse-body'
import { refuseFields } from '../../http/api-error'
import type { HttpEnvironment } from '../../http/environment'
import { readJson } from '../../http/read-json'
import { refuseMethod } from '../../http/refuse-method'
import { unknownEvent } from '../../submissions/unknown-event'
import type { DecideCoupon } from './coupons'

const checkSchema = v.object({
  event: v.string(unknownEvent.message),
  code: requiredText(limits.coupon, 'The coupon', 'Enter a coupon code.'),
})

/** `POST /api/coupons/check`: whether a code holds for an event, before anything is sent. */
export const couponRoutes = (decideCoupon: DecideCoupon): Hono<HttpEnvironment> => {
  const routes = new Hono<HttpEnvironment>()
  routes.post(couponPath, async (context) => {
    const parsed = parseBody(checkSchema, await readJson(context))
    if (!parsed.ok) throw refuseFields(parsed.errors)
    const subject = findSubject(parsed.value.event)
    if (!subject) throw refuseFields([unknownEvent])
    return context.json(await decideCoupon(subject, parsed.value.code, context.get('network').wide))
  })
  routes.all(couponPath, refuseMethod('POST'))
  return routes
}
