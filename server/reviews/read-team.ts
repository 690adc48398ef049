import * as v from 'valibot'

const team = v.array(
  v.object({ name: v.string(), phone: v.optional(v.string(), ''), year: v.optional(v.string(), '') }),
)

export type TeamMember = v.InferOutput<typeof team>[number]

/** The members in a registration's JSON, the leader first; none where it cannot be read. */
export const readTeam = (json: string): TeamMember[] => {
  try {
    const parsed = v.safeParse(team, JSON.parse(json))
    return parsed.success ? parsed.output : []
  } catch {
    return []
  }
}
