/** What the answer to each saved form tells of its confirmation by e-mail (behaviour 7.2). */
export interface Confirmed {
  /** `queued`: it only waits for its turn, and follows by itself. */
  confirmation: 'sent' | 'queued'
}
