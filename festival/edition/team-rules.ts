import type { TeamRule } from '#festival/content/subject'

/** The events' pages show the same sentences. */
export const teamRules: Readonly<Record<string, readonly TeamRule[]>> = {
  SeniorQuiz: [
    {
      years: ['crri', 'crmi', 'intern', '2020'],
      atMost: 1,
      words: 'Only one CRRI/CRMI of the 2020 batch in a team.',
    },
  ],
  JuniorQuiz: [
    {
      years: ['3rd', 'third', '2022'],
      atMost: 1,
      words: 'Only one third-year student of the 2022 batch in a team.',
    },
    {
      years: ['final', '4th', 'fourth', 'crri', 'crmi', 'intern', 'postgraduate', 'faculty'],
      atMost: 0,
      words: 'For students of the first three years.',
    },
  ],
}
