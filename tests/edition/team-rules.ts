import type { TeamRule } from '../../festival/subject'

export const teamRules: Readonly<Record<string, readonly TeamRule[]>> = {}
