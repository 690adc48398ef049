import type { TeamRule } from '../../festival/team-rule'

export const teamRules: Readonly<Record<string, readonly TeamRule[]>> = {}
