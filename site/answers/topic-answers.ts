import type { Answer } from './answer'
import type { Topic } from './concepts'
import { answerConfirmation, answerCoupon, answerPay, answerRefund, answerUpload } from './money-topics'
import type { Standing } from './standing'
import {
  answerAbout,
  answerBot,
  answerContact,
  answerGreeting,
  answerHosts,
  answerSchedule,
  answerShop,
  answerSister,
  answerStay,
  answerThanks,
} from './topics'

const answers: Record<Topic, (standing: Standing) => Answer> = {
  refund: answerRefund,
  coupon: answerCoupon,
  stay: answerStay,
  shop: answerShop,
  sister: answerSister,
  upload: answerUpload,
  confirmation: answerConfirmation,
  pay: answerPay,
  contact: answerContact,
  schedule: answerSchedule,
  hosts: answerHosts,
  about: answerAbout,
  bot: answerBot,
  thanks: answerThanks,
  greeting: answerGreeting,
}

/** The answer to a topic that no single event owns. */
export const answerTopic = (topic: Topic, standing: Standing): Answer => answers[topic](standing)
