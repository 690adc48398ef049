import { teamRules } from '#edition/team-rules'
import { findBrokenRules } from '../../festival/team-rule'
import type { FoundFlag } from './found-flag'
import type { ReviewedRecord } from './records'

/** The rules of its event that a team seems to break. */
export const findTeamFlags = ({ event, members }: ReviewedRecord): FoundFlag[] => {
  const broken = findBrokenRules(
    teamRules[event] ?? [],
    members.map(({ year }) => year),
  )
  return broken.length === 0 ? [] : [{ kind: 'team-rule', detail: broken.map(({ words }) => words).join(' ') }]
}
