import type { Role } from '../../festival/desk/roles'

/** Who may come to the desk, by their e-mail addresses in lower case. */
export type Organisers = ReadonlyMap<string, Role>

/** Who makes a call of the desk: the session holds, and the setting still names the person. */
export interface Organiser {
  email: string
  /** As the setting says at this request. */
  role: Role
  sessionId: string
  /** When the session ends at the latest. */
  endsAt: string
}
