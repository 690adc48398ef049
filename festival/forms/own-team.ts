/**
 * Only the desk may change the leader, so that places are not passed on. `desk` names the contact.
 */
export const describeLeaderChange = (desk: string): string => `To change the leader, call ${desk}.`

export const describeTeamChange = (desk: string): string =>
  `Until registration closes, you can change the other members of your team up to 5 times a day: open “Check my registration”, then the link in our e-mail, then “Change the team”. ${describeLeaderChange(desk)}`
