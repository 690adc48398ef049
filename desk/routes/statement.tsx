import { useQuery } from '@tanstack/react-query'
import { formatDays } from '../../festival/slot'
import { UndoBar } from '../features/decisions/undo-bar'
import { useMayAct } from '../features/sign-in/use-me'
import { FilesSoFar, OpenProposals } from '../features/statement/so-far'
import { StatementDesk } from '../features/statement/statement-desk'
import { statementsOptions } from '../features/statement/use-statements'
import { Link } from '../navigation/link'
import { pages } from '../routes'
import { Failed, Loading } from '../shell/waiting'

/** The bank's statement: a file becomes verified payments, and what is left open waits here for a person. */
export const Statement = () => {
  const mayImport = useMayAct('admin')
  const maySettle = useMayAct('verifier')
  const { data, error, refetch } = useQuery(statementsOptions)
  return (
    <div className="mx-auto max-w-4xl px-4 py-6">
      <h1 className="text-2xl">Bank statement</h1>
      {data && mayImport && (
        <p className="mt-1 mb-4 text-faded">
          Drop the account’s statement here. Of all its rows only payments of{' '}
          {formatDays(data.window.from, data.window.to)} leave this device, and nothing changes before you say yes.
        </p>
      )}
      {error && <Failed failure={error} what="Statements cannot be shown." onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && mayImport && <StatementDesk statements={data} />}
      {data && !mayImport && (
        <p className="mt-1">
          An admin imports the statement.{maySettle && ' What is open of it you settle here or on each record.'}
        </p>
      )}
      {data && (
        <p className="mt-4">
          <Link href={pages.rehearsal} className="target inline-flex items-center underline underline-offset-4">
            Money rehearsal: try it with ₹1 before anybody pays
          </Link>
        </p>
      )}
      {data && data.imports.length > 0 && (
        <>
          <section aria-label="Open" className="mt-6">
            <h2 className="mb-2 text-xl">What is open</h2>
            <OpenProposals />
          </section>
          <section aria-label="Files" className="mt-8">
            <h2 className="mb-2 text-xl">Files so far</h2>
            <FilesSoFar statements={data} />
          </section>
        </>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 mt-4">
        <UndoBar />
      </div>
    </div>
  )
}
