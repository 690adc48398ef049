import { identity } from '#edition/identity'
import { type Answer, makeAnswer } from './answer'

/** Where something was sold that no longer is once the last day has ended (behaviour 2.9). */
const isShut = (href: string | undefined) => href === '/delegate-pass' || href === '/accommodation'

/** An answer that leads to no sale any more, and says why where it would have. */
export const stopSales = (answer: Answer): Answer => {
  const { text, items, links, about } = answer
  if (![...items, ...links].some(({ href }) => isShut(href))) return answer
  return makeAnswer([`${identity.title} is over: passes and rooms are no longer sold.`, ...text], {
    items: items.map(({ href, ...item }) => (href === undefined || isShut(href) ? item : { ...item, href })),
    links: links.filter(({ href }) => !isShut(href)),
    about,
  })
}
