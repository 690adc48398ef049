import type { Festival } from '../../festival/live/state'
import type { BankDeps } from '../bank/imports'
import type { CheckCoupon } from '../forms/coupons'
import type { NextMillis } from '../forms/entry-ids'
import type { Submit } from '../forms/submit'
import type { RateLimits } from '../http/rate-limits'
import type { Outbox } from '../mail/outbox'
import type { DeskHandlers } from '../organisers/guard'
import type { SignInDeps } from '../organisers/sign-in'
import type { Uploads } from '../uploads/uploads'
import type { DecisionSettings } from './decide'

export interface ReviewDeps extends BankDeps {
  settings: DecisionSettings
  outbox: Pick<Outbox, 'deliver'>
  limits: SignInDeps['limits'] & Pick<RateLimits, 'testMessages'>
  organisers: SignInDeps['organisers']
  sendFile: Uploads['send']
  submit: Submit
  checkCoupon: CheckCoupon
  nextMillis: NextMillis
  festival: () => Festival
}

export type ReviewHandlers<Names extends keyof DeskHandlers> = (
  deps: ReviewDeps,
) => Pick<DeskHandlers, Names>
