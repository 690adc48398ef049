import type { Edition } from '../../../../festival/content'
import { formatRupees } from '../../../../festival/fee'
import { readWords } from '../../../text-search/read-words'
import { joinSentences, say } from './answer'
import { pages, tellWhen } from './describe'
import { isOrdinary } from './ordinary-words'
import { broadWords } from './phrases'
import type { Topic } from './topic'

/** What is on the programme beside the events and workshops: a topic for each, by each word of its title that means nothing else here. */
export const listProgrammeTopics = ({ programme, tiers }: Edition): Topic[] =>
  programme.map(({ title, slots, description, tier }) => {
    const passes = tiers.filter(({ label }) => label === tier)
    const pass = passes.map(({ label, price }) => `It needs the ${label} delegate pass, ${formatRupees(price)}`)
    return {
      names: readWords(title).filter((word) => !isOrdinary(word) && !broadWords.has(word)),
      beyond: tier ? /where|long|food|which gala/ : /where|long|food|fee|charge|free/,
      answer: () => say([joinSentences([`${title}: ${tellWhen({ slots })}`, description, ...pass])], pages.schedule),
    }
  })
