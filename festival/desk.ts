import { identity } from '#edition/identity'

const [desk] = identity.phones

/** "the help desk, +91 00000 00000": whom to call, as a sentence says it. */
export const deskWords = desk ? `the ${desk.label.toLowerCase()}, ${desk.number}` : identity.email
