import { identity } from '#edition/identity'
import { OwnEntry } from '../features/my-entry/my-entry'

export const describe = () => ({
  title: `Check my registration · ${identity.title}`,
  description: 'The status of what you sent, by the private link in our e-mail.',
  isQuiet: true,
})

export default () => (
  <article className="mx-auto mt-4 max-w-[44rem]">
    <h1 tabIndex={-1} className="mb-5 text-2xl sm:text-3xl">
      Check my registration
    </h1>
    <OwnEntry />
  </article>
)
