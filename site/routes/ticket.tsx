import { identity } from '#edition/identity'
import { OwnTicket } from '../features/ticket/ticket'

export const describe = () => ({
  title: `Your ticket · ${identity.title}`,
  description: `A ticket for ${identity.title}, by the link in our e-mail.`,
  isQuiet: true,
})

export default () => (
  <article className="mx-auto mt-4 max-w-[40rem]">
    <h1 tabIndex={-1} className="mb-4 text-2xl sm:text-3xl">
      Your ticket
    </h1>
    <OwnTicket />
  </article>
)
