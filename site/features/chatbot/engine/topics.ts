import type { Edition } from '../../../../festival/content'
import { clearTopics } from './clear-topics'
import { firmTopics } from './firm-topics'
import { listOfficeTopics } from './office-topics'
import { listProgrammeTopics } from './programme-topics'
import type { Topic } from './topic'
import { vagueTopics } from './vague-topics'

const clear: readonly Topic[] = Object.values(clearTopics)
const vague: readonly Topic[] = Object.values(vagueTopics)

/** Everything that can be asked about: of several in one question, the first is meant. */
export const listTopics = (edition: Edition): Topic[] => [
  ...Object.values(firmTopics),
  ...listOfficeTopics(edition),
  ...listProgrammeTopics(edition),
  ...clear,
  ...vague,
]

/** Whether it is meant whatever else a question says. */
export const isFirm = (topic: Topic): boolean => !clear.includes(topic) && !vague.includes(topic)

/** Whether words that nothing explains may be what a question is about, rather than this topic, or none. */
export const isVague = (topic: Topic | undefined): boolean => !topic || vague.includes(topic)

/** Whether it is only politeness where something else is asked too. */
export const isSmallTalk = (topic: Topic): boolean => topic === vagueTopics.thanks || topic === vagueTopics.greeting
