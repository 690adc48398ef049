import { type Flag, flagWords, groupKindOf, groupWords } from '../../../festival/desk/flags'
import { Link, listAddress, recordAddress } from '../../address'

/** "The same UTR: 40 submissions", with a link that lists them. */
const Group = ({ group }: { group: NonNullable<Flag['group']> }) => {
  const kind = groupKindOf(group.id)
  return (
    kind && (
      <Link
        href={listAddress({ filter: { group: group.id }, order: 'oldest' })}
        className="target inline-flex items-center font-semibold underline underline-offset-4"
      >
        All {group.count.toLocaleString('en-IN')} submissions with {groupWords[kind]}
      </Link>
    )
  )
}

/** What is odd about a record: evidence, with the other records and how often such a flag was right. */
export const FlagList = ({ flags, search }: { flags: readonly Flag[]; search: string }) => (
  <ul className="grid gap-2">
    {flags.map(({ kind, detail, others, group, confirmed }) => (
      <li key={`${kind} ${detail}`} className="border-l-4 border-artery bg-paper px-3 py-2">
        <p className="font-semibold">{flagWords[kind]}</p>
        <p>{detail}</p>
        {others.length > 0 && (
          <p className="figures flex flex-wrap items-center gap-x-3">
            See
            {others.map(({ id, label }) => (
              <Link
                key={id}
                href={recordAddress(id, search)}
                className="target inline-flex items-center underline underline-offset-4"
              >
                {label}
              </Link>
            ))}
          </p>
        )}
        {group && group.count > others.length + 1 && (
          <p className="figures">
            <Group group={group} />
          </p>
        )}
        <p className="figures text-xs text-faded">
          {confirmed.of === 0
            ? 'No such flag was decided yet.'
            : `Such a flag was right ${confirmed.times} of ${confirmed.of} times so far.`}
        </p>
      </li>
    ))}
  </ul>
)
