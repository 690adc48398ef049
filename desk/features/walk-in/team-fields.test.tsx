import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TeamFields } from './team-fields'
import { emptyMember } from './walk-in-draft'

test.each([
  [1, 'Participant'],
  [3, 'Team leader'],
])('with a team size of %s, calls the first person “%s” (19.50)', (teamSize, name) => {
  const html = renderToStaticMarkup(
    <TeamFields
      members={[emptyMember(0)]}
      teamSize={teamSize}
      isTeam={true}
      findError={() => undefined}
      onChange={() => undefined}
    />,
  )
  expect(html).toMatch(new RegExp(`<legend[^>]*>${name}<`))
})
