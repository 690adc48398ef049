import type { Availability } from '../../../festival/availability'
import { subjectsOf } from '../../../festival/catalogue'
import type { Colour } from '../../../festival/content'
import type { Subject } from '../../../festival/subject'
import { useOffers } from '../../moment'
import { BackLink } from '../../navigation/back-link'
import { SubjectCard } from './subject-card'

/** What can be registered for comes first. */
const ranks: Readonly<Record<Availability, number>> = { open: 0, 'with-pass': 1, soon: 1, closed: 2, begun: 2, over: 3 }

/** One section or category opened: its line and the cards of what it holds. */
export const GroupView = ({
  id,
  title,
  line,
  colour,
  parent,
  back,
}: {
  id: string
  title: string
  line: string
  colour: Colour
  parent: string
  back: string
}) => {
  const { availabilityOf } = useOffers()
  const rank = (subject: Subject) => ranks[availabilityOf(subject)]
  const inOrder = subjectsOf(id).toSorted((one, other) => rank(one) - rank(other))
  return (
    <section data-colour={colour}>
      <BackLink parent={parent}>{back}</BackLink>
      <h1 tabIndex={-1} className="mt-2 text-3xl">
        {title}
      </h1>
      <p className="measure mt-2 font-display text-lg italic text-accent">{line}</p>
      <div className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-2">
        {inOrder.map((subject) => (
          <SubjectCard key={subject.key} subject={subject} sheet={id} heading="h2" isFull />
        ))}
      </div>
    </section>
  )
}
