/** How many members of a team may be in certain years of study. */
export interface TeamRule {
  /** Words that stand in the year of those whom it is about, in lower case: `3rd`, `crri`. */
  years: readonly string[]
  atMost: number
  /** The rule, as the event's page has it. */
  words: string
}

/** The rules that a team seems to break. A year is free text and says no batch, so this is a hint, never a verdict. */
export const findBrokenRules = (rules: readonly TeamRule[], years: readonly string[]): TeamRule[] =>
  rules.filter((rule) => {
    const meant = years.filter((year) => rule.years.some((word) => year.toLowerCase().includes(word)))
    return meant.length > rule.atMost
  })
