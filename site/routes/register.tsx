import { identity } from '#edition/identity'
import type { PageProps } from '../routes'

export const describe = () => ({ title: identity.title, description: identity.description, plate: 'register' })

export default ({ subject, choice }: PageProps) => (
  <section>
    <h1 tabIndex={-1} className="text-4xl">
      {identity.title} {subject} {choice}
    </h1>
  </section>
)
