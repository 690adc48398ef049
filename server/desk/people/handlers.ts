import type { People } from '../../../festival/desk/people'
import { roles } from '../../../festival/desk/roles'
import type { DeskHandlers } from '../desk-handlers'
import type { Organisers } from '../organiser'

interface PeopleDeps {
  organisers: Organisers
  /** Of everybody who is signed in: in how many browsers, and when one of them was last heard of. */
  countSessions: () => Promise<{ email: string; seen: string; sessions: number | string | bigint }[]>
}

/** Who may come to the desk, and who does; changed nowhere but in the setting (behaviour 14.80). */
export const peopleHandlers = ({ organisers, countSessions }: PeopleDeps): Pick<DeskHandlers, 'listPeople'> => ({
  listPeople: async (context) => {
    const counted = new Map((await countSessions()).map((row) => [row.email, row]))
    const people = [...organisers].map(([email, role]) => ({
      email,
      role,
      lastSeenAt: counted.get(email)?.seen ?? null,
      sessions: Number(counted.get(email)?.sessions ?? 0),
    }))
    people.sort(
      (one, other) => roles.indexOf(other.role) - roles.indexOf(one.role) || one.email.localeCompare(other.email),
    )
    const answer: People = { people }
    return context.json(answer)
  },
})
