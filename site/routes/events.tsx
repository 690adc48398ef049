import { sections } from '#edition/groups'
import { identity } from '#edition/identity'
import { GroupPage } from '../features/subject/group-page'
import type { PageProps } from '../routes'

export const describe = ({ choice }: PageProps) => {
  const section = sections.find(({ id }) => id === choice)
  return {
    title: section ? `${section.title} · ${identity.title}` : 'Events & Competitions',
    description:
      section?.line ??
      `The events of ${identity.title}: ${sections.map(({ title }) => title).join(', ')}.`,
    plate: 'events',
  }
}

export default ({ choice }: PageProps) => (
  <GroupPage
    kind="event"
    query="section"
    groups={sections}
    choice={choice}
    title="Events & Competitions"
    line="Choose a section to see its events."
  />
)
