const numbers = 'one two three four five six seven eight nine ten'.split(' ')
const number = `\\d{1,2}|${numbers.join('|')}`
const together = new RegExp(
  `\\b(?:team|group) of (${number})\\b|\\b(${number}) (?:of us|(?:more )?(?:people|persons?|members?|students?|friends?|participants?))\\b|\\bwe (?:are |be )?(${number})\\b`,
)

/** How many a question says would come together: "2 people", "team of three", "alone"; undefined where it does not say. */
export const readPeople = (question: string): number | undefined => {
  const [, team, people, us] = together.exec(question) ?? []
  const told = team ?? people ?? us
  if (told) return numbers.indexOf(told) + 1 || Number(told)
  if (/\bboth of us\b/.test(question)) return 2
  return /\b(?:solo|alone|akel[ae]|individual|individually|single|by myself)\b/.test(question) ? 1 : undefined
}
