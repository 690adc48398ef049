import type { Availability } from '../../../festival/availability'
import { subjectsOf } from '../../../festival/catalogue'
import type { Colour } from '../../../festival/content'
import type { Subject } from '../../../festival/subject'
import { useOffers } from '../../moment'
import { BackLink, Link } from '../../navigation/link'
import { Plate } from '../../plate'
import { SubjectCard } from './subject-card'

/** The card of a section or category: its name, what it is about, and how many it holds. */
export const GroupCard = ({
  id,
  title,
  line,
  colour,
  href,
  noun,
  sheet,
}: {
  id: string
  title: string
  line: string
  colour: Colour
  href: string
  /** What it counts: "event". */
  noun: string
  sheet: string
}) => {
  const members = subjectsOf(id)
  const [first] = members
  const { availabilityOf } = useOffers()
  const open = members.filter((subject) => availabilityOf(subject) === 'open').length
  return (
    <article
      data-colour={colour}
      className="group relative flex flex-wrap gap-2 border border-line bg-leaf p-4 sm:gap-5 sm:p-5 md:last:odd:col-span-2"
    >
      <div className="flex flex-1 basis-36 flex-col">
        <h2 className="text-xl hyphens-auto">
          <Link href={href} className="after:absolute after:inset-0">
            {title}
          </Link>
        </h2>
        <p className="mt-2 text-sm">{line}</p>
        <p className="mt-2 mb-4 text-sm font-semibold">
          {members.map(({ nickname, title }) => nickname ?? title).join(', ')}
        </p>
        <p className="figures mt-auto border-t border-accent pt-2 text-sm text-accent">
          {members.length} {members.length === 1 ? noun : `${noun}s`}
          {open > 0 && `, ${open} open for registration`}
        </p>
      </div>
      {first && (
        <Plate
          of={first.key}
          sheet={sheet}
          className="-mr-2 w-24 max-w-[32vw] shrink-0 self-center min-[22rem]:w-28 sm:w-44"
        />
      )}
    </article>
  )
}

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
