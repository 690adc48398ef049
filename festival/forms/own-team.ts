/** Who the leader is decides the desk, so that no place is handed on. `desk` says whom to call. */
export const describeLeaderChange = (desk: string): string => `To change the leader, call ${desk}.`

/**
 * How a team is changed after it was registered, wherever participants look for it: the confirmation, its e-mail, My
 * festival and the chatbot.
 */
export const describeTeamChange = (desk: string): string =>
  `Until registration closes, you can change the other members of your team up to 5 times a day: open “Check my registration”, then the link in our e-mail, then “Change the team”. ${describeLeaderChange(desk)}`
