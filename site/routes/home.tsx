import { identity } from '#edition/identity'

export const describe = () => ({ title: identity.title, description: identity.description, plate: 'home' })

export default () => (
  <section>
    <h1 tabIndex={-1} className="text-4xl">
      {identity.title}
    </h1>
  </section>
)
