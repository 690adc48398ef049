import { categories } from '#edition/groups'
import { identity } from '#edition/identity'
import { GroupPage } from '../features/subject/group-page'
import type { PageProps } from '../routes'

export const describe = ({ choice }: PageProps) => {
  const category = categories.find(({ id }) => id === choice)
  return {
    title: category ? `${category.title} · ${identity.title}` : 'Workshops',
    description:
      category?.line ??
      `The hands-on workshops of ${identity.title}, and which of them are open for registration.`,
    plate: 'workshops',
  }
}

export default ({ choice }: PageProps) => (
  <GroupPage
    kind="workshop"
    query="category"
    groups={categories}
    choice={choice}
    title={identity.workshopsTitle ?? 'Workshops'}
    line="Hands-on workshops, by the craft they teach."
    className="tracking-wide"
  />
)
