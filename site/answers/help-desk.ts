import { identity } from '#edition/identity'
import type { Phone } from '../../festival/content'
import { deskWords } from '../../festival/desk'
import { type Answer, type AnswerLink, makeAnswer } from './answer'

/** A link that dials: `tel:+910000000000`. */
export const callLink = ({ label, number }: Phone): AnswerLink => ({
  label: `Call ${label}, ${number}`,
  href: `tel:${number.replace(/\s/g, '')}`,
})

const [desk] = identity.phones

export const deskLink: AnswerLink = desk
  ? callLink(desk)
  : { label: `Write to ${identity.email}`, href: `mailto:${identity.email}` }

/** What is said where the edition has no answer: the truth, and who knows (behaviour 11.3). */
export const answerUnknown = (): Answer =>
  makeAnswer([`I don’t know that; call ${deskWords}. Whoever answers will help you, or knows who can.`], {
    links: [deskLink, { label: 'Everyone to call', href: '/contact' }],
  })
