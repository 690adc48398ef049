import { categories } from '#edition/groups'
import { identity } from '#edition/identity'
import { GroupCard, GroupView } from '../features/subject/group-page'
import type { PageProps } from '../routes'

const findCategory = (id: string | undefined) => categories.find((category) => category.id === id)

export const describe = ({ choice }: PageProps) => {
  const category = findCategory(choice)
  return {
    title: category ? `${category.name} · ${identity.title}` : 'Workshops',
    description:
      category?.description ??
      `The hands-on workshops of ${identity.title}, and which of them are open for registration.`,
    plate: 'workshops',
  }
}

export default ({ choice }: PageProps) => {
  const category = findCategory(choice)
  if (category)
    return (
      <GroupView
        id={category.id}
        title={category.name}
        line={category.description}
        colour={category.colour}
        parent="/workshops"
        back="Back to Workshops"
      />
    )
  return (
    <section>
      <h1 tabIndex={-1} className="mt-6 text-3xl tracking-wide sm:text-4xl">
        {identity.workshopsTitle}
      </h1>
      <p className="measure mt-2 font-display text-lg italic text-faded">
        Hands-on workshops, by the craft they teach.
      </p>
      <div className="mt-8 grid gap-5 md:grid-cols-2">
        {categories.map(({ id, name, description, colour }) => (
          <GroupCard
            key={id}
            id={id}
            title={name}
            line={description}
            colour={colour}
            href={`/workshops?category=${id}`}
            noun="workshop"
            sheet="workshops"
          />
        ))}
      </div>
    </section>
  )
}
