/** What an organiser may do at the desk; each role may do what those before it may (behaviour 14.2). */
export const roles = ['viewer', 'verifier', 'admin'] as const

export type Role = (typeof roles)[number]

export const isRole = (text: unknown): text is Role => roles.some((role) => role === text)

/** Whether somebody of this role may do what needs that one. */
export const mayAct = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed)
