import { useQueryClient } from '@tanstack/react-query'
import { decisionWords, stateWords } from '../../../festival/desk/states'
import { Link, listAddress, recordAddress, useAddress } from '../../address'
import { writeMoment } from '../../words'
import { type PressStatus, useOpenUndos, usePresses } from './presses'

/** So many are named; on a phone more would cover the page. */
const mostNamed = 3

/** What became of the record meanwhile: "ravi@college.example changed it meanwhile (3 Oct, 9:02 am); it is now “Rejected”." */
const tellRefusal = ({ failure }: PressStatus): string => {
  const { detail, current } = failure?.problem ?? {}
  if (!current) return detail ?? 'The server cannot be reached.'
  return `${current.by ?? 'The registrant'} changed it meanwhile (${writeMoment(current.at)}); it is now “${stateWords[current.state]}”. Yours was not taken.`
}

/** Decisions that the server has not taken, or not taken back: being tried again, or refused. Nothing stands here while all is well. */
export const Notices = () => {
  const client = useQueryClient()
  const { search } = useAddress()
  const presses = usePresses()
  const undos = useOpenUndos()
  const unsaved = [
    ...presses
      .filter(({ status }) => status === 'unsaved')
      .map(({ press: { command, name } }) => ({ id: command.id, what: decisionWords[command.decision], name })),
    ...undos
      .filter(({ outcome }) => outcome === undefined)
      .map(({ press: { id, name } }) => ({ id: `undo ${id}`, what: 'Undo', name })),
  ]
  const dismiss = (press: unknown) => {
    const cache = client.getMutationCache()
    for (const mutation of cache.getAll()) if (mutation.state.variables === press) cache.remove(mutation)
  }
  const lookAgain = (id: string) => ({ words: 'Look again', href: recordAddress(id, search) })
  const listStayed = (press: string, count: number) => ({
    words: count === 1 ? 'Show it' : `Show the ${count.toLocaleString('en-IN')}`,
    href: listAddress({ filter: { press }, order: 'oldest' }),
  })
  const refused = [
    ...presses
      .filter(({ status }) => status === 'refused')
      .map((one) => ({
        press: one.press,
        name: one.press.name,
        what: `Not taken: ${decisionWords[one.press.command.decision]}`,
        why: tellRefusal(one),
        link: lookAgain(one.press.command.submission),
      })),
    ...undos
      .filter(({ outcome }) => outcome !== undefined)
      .map(({ press, title, outcome, stayed }) => ({
        press,
        name: press.name,
        what: title,
        why: outcome,
        link: stayed > 0 ? listStayed(press.id, stayed) : press.back && lookAgain(press.back.submission),
      })),
  ]
  return (
    <div aria-live="polite">
      {unsaved.length > 0 && (
        <div className="border-b-2 border-nerve bg-leaf px-4 py-2" data-unsaved={unsaved.length}>
          <p className="font-semibold text-nerve">
            {unsaved.length === 1 ? 'One decision is not yet saved.' : `${unsaved.length} decisions are not yet saved.`}{' '}
            We keep trying; leave this page open.
          </p>
          <ul className="text-faded">
            {unsaved.slice(0, mostNamed).map(({ id, what, name }) => (
              <li key={id} className="truncate">
                {what}: <bdi>{name}</bdi>
              </li>
            ))}
            {unsaved.length > mostNamed && <li>and {unsaved.length - mostNamed} more</li>}
          </ul>
        </div>
      )}
      {refused.map(({ press, name, what, why, link }) => (
        <div
          key={`${what} ${'id' in press ? press.id : press.command.id}`}
          role="alert"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b-2 border-artery bg-leaf px-4 py-2"
        >
          <p className="min-w-0 flex-1 basis-72">
            <b className="text-artery">
              {what}, <bdi>{name}</bdi>.
            </b>{' '}
            {why}
          </p>
          <div className="flex gap-2">
            {link && (
              <Link
                href={link.href}
                onClick={() => dismiss(press)}
                className="target inline-flex items-center px-3 underline underline-offset-4"
              >
                {link.words}
              </Link>
            )}
            <button type="button" className="target px-3 underline underline-offset-4" onClick={() => dismiss(press)}>
              Dismiss
            </button>
          </div>
        </div>
      ))}
    </div>
  )
}
