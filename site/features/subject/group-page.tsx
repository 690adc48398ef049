import type { Group } from '../../../festival/content/content'
import { type Subject, shortName } from '../../../festival/content/subject'
import type { Availability } from '../../../festival/schedule/availability'
import { useSubjects } from '../../festival'
import { useOffers } from '../../moment'
import { BackLink, Link } from '../../navigation/link'
import { Plate } from '../../plate'
import { SubjectCard } from './subject-card'

interface GroupPageProps {
  kind: Subject['kind']
  /** The query parameter, for example "section". */
  query: string
  groups: readonly Group[]
  choice: string | undefined
  title: string
  line: string
  className?: string
}

export const GroupPage = ({
  kind,
  query,
  groups,
  choice,
  title,
  line,
  className = '',
}: GroupPageProps) => {
  const group = groups.find(({ id }) => id === choice)
  if (group) {
    return <GroupView group={group} kind={kind} />
  }
  return (
    <section>
      <h1 tabIndex={-1} className={`mt-6 text-3xl sm:text-4xl ${className}`}>
        {title}
      </h1>
      <p className="measure mt-2 font-display text-lg italic text-faded">{line}</p>
      <div className="mt-8 grid gap-5 md:grid-cols-2">
        {groups.map((group) => (
          <GroupCard
            key={group.id}
            group={group}
            kind={kind}
            href={`/${kind}s?${query}=${group.id}`}
          />
        ))}
      </div>
    </section>
  )
}

const GroupCard = ({
  group,
  kind,
  href,
}: {
  group: Group
  kind: Subject['kind']
  href: string
}) => {
  const members = useSubjects().filter((subject) => subject.group === group.id)
  const [first] = members
  const { findAvailability } = useOffers()
  const open = members.filter((subject) => findAvailability(subject) === 'open').length
  return (
    <article
      data-colour={group.colour}
      className="group relative flex flex-wrap gap-2 border border-line bg-leaf p-4 sm:gap-5 sm:p-5 md:last:odd:col-span-2"
    >
      <div className="flex flex-1 basis-36 flex-col">
        <h2 className="text-xl hyphens-auto">
          <Link href={href} className="after:absolute after:inset-0">
            {group.title}
          </Link>
        </h2>
        <p className="mt-2 text-sm">{group.line}</p>
        <p className="mt-2 mb-4 text-sm font-semibold">{members.map(shortName).join(', ')}</p>
        <p className="figures mt-auto border-t border-accent pt-2 text-sm text-accent">
          {members.length} {members.length === 1 ? kind : `${kind}s`}
          {open > 0 && `, ${open} open for registration`}
        </p>
      </div>
      {first && (
        <Plate
          of={first.key}
          sheet={`${kind}s`}
          className="-mr-2 w-24 max-w-[32vw] shrink-0 self-center min-[22rem]:w-28 sm:w-44"
        />
      )}
    </article>
  )
}

/** Subjects that are open come first. */
const ranks: Readonly<Record<Availability, number>> = {
  open: 0,
  'with-pass': 1,
  soon: 1,
  closed: 2,
  full: 2,
  begun: 2,
  cancelled: 3,
  over: 3,
}

const GroupView = ({
  group: { id, title, line, colour },
  kind,
}: {
  group: Group
  kind: Subject['kind']
}) => {
  const { findAvailability } = useOffers()
  const rank = (subject: Subject) => ranks[findAvailability(subject)]
  const members = useSubjects().filter((subject) => subject.group === id)
  const inOrder = members.toSorted((left, right) => rank(left) - rank(right))
  const parts = [
    inOrder.filter((subject) => rank(subject) === 0),
    inOrder.filter((subject) => rank(subject) > 0),
  ]
  return (
    <section data-colour={colour}>
      <BackLink parent={`/${kind}s`}>
        {kind === 'event' ? 'Back to Events' : 'Back to Workshops'}
      </BackLink>
      <h1 tabIndex={-1} className="mt-2 text-3xl">
        {title}
      </h1>
      <p className="measure mt-2 font-display text-lg italic text-accent">{line}</p>
      {parts.map(
        ([first, ...rest]) =>
          first && (
            <div key={first.key} className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-2">
              {[first, ...rest].map((subject) => (
                <SubjectCard key={subject.key} subject={subject} sheet={id} heading="h2" isFull />
              ))}
            </div>
          ),
      )}
    </section>
  )
}
