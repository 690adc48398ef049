/** What the answer to each saved form tells of its confirmation by e-mail (behaviour 7.2). */
export interface Confirmed {
  /**
   * `queued`: it only waits for its turn, and follows by itself. `refused`: the mail server refuses the address for good; the
   * same form under the same key, with another address and nothing else changed, corrects it (behaviour 7.44).
   */
  confirmation: 'sent' | 'queued' | 'refused'
}
