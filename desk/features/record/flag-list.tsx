import { type Flag, flagWords } from '../../../festival/desk/flags'
import { Link } from '../../navigation/link'
import { recordAddress } from '../queue/filter'

/** Of fewer than so many nobody can tell how often a flag is right. */
const leastConfirmed = 5

/** What is odd about a record: evidence, with the other records and how often such a flag was right. */
export const FlagList = ({ flags, search }: { flags: readonly Flag[]; search: string }) => (
  <ul className="grid gap-2">
    {flags.map(({ kind, detail, others, othersMore, confirmed }) => (
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
            {othersMore > 0 && <span>and {othersMore} more</span>}
          </p>
        )}
        {confirmed.of >= leastConfirmed && (
          <p className="figures text-xs text-faded">
            Such a flag was right {confirmed.times} of {confirmed.of} times so far.
          </p>
        )}
      </li>
    ))}
  </ul>
)
