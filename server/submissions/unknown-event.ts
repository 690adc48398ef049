import type { FieldError } from '../../festival/problem'

/** What a body hears that names an event or workshop which the edition doesn't have. */
export const unknownEvent: FieldError = { path: 'event', message: 'Choose an event or workshop of the festival.' }
