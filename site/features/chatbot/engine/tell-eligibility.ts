import type { Subject } from '../../../../festival/subject'
import { detailsOf } from '../../../text-search/describe-subject'
import { joinSentences, joinWords } from './answer'
import type { FestivalNow } from './festival-now'
import { mayTakePart } from './filters'
import { readPeople } from './read-people'
import type { Asker } from './topic'

const yesOrNo = (verdict: boolean | undefined) => (verdict === undefined ? '' : verdict ? 'Yes' : 'No')

/**
 * How large a team may be; to who asks by name also whether so many may come, and the rules that speak of the team, of
 * which one may say how many a team has.
 */
export const tellTeam = (subject: Subject, festival: FestivalNow, asker?: Asker): string => {
  const { teamSize, fee } = subject
  const size = teamSize > 1 ? `A team has at most ${teamSize} members` : 'For one person'
  if (!asker) return size
  const rules = (detailsOf(festival, subject).rules ?? []).filter((rule) => /\bteams?\b/i.test(rule))
  const isExact = rules.some((rule) => /^A team has (?!at most)/.test(rule))
  const { people = 0 } = asker
  const fits = people === 1 ? teamSize === 1 || fee.per === 'member-count' || undefined : people <= teamSize
  const isSo = isExact ? rules.some((rule) => readPeople(rule) === people) : fits
  const verdict = people === 0 ? '' : yesOrNo(isSo)
  // The size is told already; what such a rule says besides is not.
  const more = rules.map((rule) =>
    rule.replace(/^A team has at most \w+ members(?:\. ?|, and )(.?)/, (_, first: string) => first.toUpperCase()),
  )
  return joinSentences([verdict, isExact ? '' : size, ...more])
}

/** Whom it is for; to who says who they are also yes or no, where the edition says it. */
export const tellWhom = (subject: Subject, festival: FestivalNow, asker?: Asker): string => {
  const { prerequisites = [] } = detailsOf(festival, subject)
  const audience = `For ${joinWords(subject.audience)} students`
  const isSaid = prerequisites.some((text) => /\bstudents\b/i.test(text))
  const verdict = asker ? yesOrNo(mayTakePart(subject, festival, asker.groups)) : ''
  const bounds = asker ? (festival.teamRules[subject.key] ?? []).filter(({ atMost }) => atMost > 0) : []
  return joinSentences([verdict, isSaid ? '' : audience, ...prerequisites, ...bounds.map(({ words }) => words)])
}
