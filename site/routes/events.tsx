import { sections } from '#edition/groups'
import { identity } from '#edition/identity'
import { GroupCard, GroupView } from '../features/subject/group-page'
import type { PageProps } from '../routes'

const findSection = (id: string | undefined) => sections.find((section) => section.id === id)

export const describe = ({ choice }: PageProps) => {
  const section = findSection(choice)
  return {
    title: section ? `${section.title} · ${identity.title}` : 'Events & Competitions',
    description:
      section?.tagline ?? `The events of ${identity.title}: ${sections.map(({ title }) => title).join(', ')}.`,
    plate: 'events',
  }
}

export default ({ choice }: PageProps) => {
  const section = findSection(choice)
  if (section)
    return (
      <GroupView
        id={section.id}
        title={section.title}
        line={section.tagline}
        colour={section.colour}
        parent="/events"
        back="Back to Events"
      />
    )
  return (
    <section>
      <h1 tabIndex={-1} className="mt-6 text-3xl sm:text-4xl">
        Events & Competitions
      </h1>
      <p className="measure mt-2 font-display text-lg italic text-faded">Choose a section to see what it holds.</p>
      <div className="mt-8 grid gap-5 md:grid-cols-2">
        {sections.map(({ id, title, tagline, colour }) => (
          <GroupCard
            key={id}
            id={id}
            title={title}
            line={tagline}
            colour={colour}
            href={`/events?section=${id}`}
            noun="event"
            sheet="events"
          />
        ))}
      </div>
    </section>
  )
}
