import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Columns } from '../../../festival/bank/columns'
import type { KnownColumns } from '../../../festival/bank/statement'
import type { Window } from '../../../festival/bank/verdict'
import { dayAt } from '../../../festival/day'
import type { Bank } from '../../../festival/desk/bank'
import { formatDays } from '../../../festival/slot'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { FileField } from '../../../ui/file-field'
import { call, queryKeys, useMayAct } from '../../api'
import { announce, Failed, Loading } from '../../messages'
import { bankOptions, count } from './bank'
import { ColumnsForm, PasswordForm } from './file-questions'
import type { Answer, Ask, ColumnsAsked, FileRead } from './file-worker'
import { RowLine } from './lines'

/** As much of a worker as the desk uses. */
export type FileWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

const tooSlow =
  'This file could not be read within a minute. Download a shorter time from the bank, or use a faster computer.'
const failed =
  'The browser could not read this file. Look at your connection, close other tabs, and drop it again; or download a shorter time from the bank.'

const makeWorker = (): FileWorker =>
  new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module', name: 'bank file' })

/**
 * Starts the worker that reads one file, until `close`. A reader that takes longer than a minute or breaks down is ended, and what was asked
 * of it is answered by a refusal in words; nothing throws (behaviour 15.40).
 */
export const startReader = (make: () => FileWorker = makeWorker) => {
  const worker = make()
  const waiting: ((answer: Answer) => void)[] = []
  let over: Answer | undefined
  const end = (words: string) => {
    over = { kind: 'refused', words }
    worker.terminate()
    for (const settle of waiting.splice(0)) settle(over)
  }
  // Answers come in the order of the asks.
  worker.addEventListener('message', ({ data }) => waiting.shift()?.(data))
  for (const fault of ['error', 'messageerror'] as const) worker.addEventListener(fault, () => end(failed))
  const ask = (what: Ask) =>
    new Promise<Answer>((settle) => {
      if (over) return settle(over)
      const timer = setTimeout(() => end(tooSlow), 60_000)
      waiting.push((answer) => {
        clearTimeout(timer)
        settle(answer)
      })
      worker.postMessage(what)
    })
  return { ask, close: () => end(failed) }
}

const tell = (answer: Answer): string => {
  if (answer.kind === 'refused') return `This file cannot be read. ${answer.words}`
  if (answer.kind === 'password')
    return answer.isWrong ? 'This password does not open the file.' : 'This file opens with a password.'
  return answer.kind === 'read' ? `${answer.rowCount} rows were read.` : 'Choose which column is which.'
}

/** How a file was read: what proves it, what of it stays here, and what could not be read, line by line. */
const FileHead = ({ name, read }: { name: string; read: FileRead }) => {
  const { refusal, notes, file, left, unreadable, unreadableCount, rowCount, links } = read
  const { debits, outside, notPayments } = left
  const stay = [
    debits > 0 && count(debits, 'debit'),
    outside > 0 && `${count(outside, 'row')} of other days`,
    notPayments > 0 && `${count(notPayments, 'row')} of interest, cash or one’s own money`,
  ].filter(Boolean)
  return (
    <div className="grid gap-3">
      <div>
        <h2 className="text-lg break-all">{name}</h2>
        <p className="figures text-faded">
          {count(rowCount, 'row')}
          {rowCount > 0 && `, ${formatDays(file.days.first, file.days.last)}`}.
          {links ? ` All ${links.toLocaleString('en-IN')} balances follow from each other.` : ''}
          {stay.length > 0 && ` ${stay.join(', ')} stay on this device.`}
        </p>
      </div>
      {refusal && (
        <Banner tone="error" title="Nothing of this file can be matched">
          <p>{refusal}</p>
        </Banner>
      )}
      {notes.length > 0 && (
        <ul className="figures border-l-4 border-nerve pl-3">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {unreadableCount > 0 && (
        <details className="border border-rule">
          <summary className="target flex cursor-pointer items-center px-3 font-semibold">
            {count(unreadableCount, 'line')} that could not be read
          </summary>
          <ul className="figures border-t border-rule px-3 pb-2">
            {unreadable.map(({ line, text, why }) => (
              <li key={line} className="border-b border-rule py-1.5 last:border-0">
                <b>Line {line}</b>: {why}.<span className="block text-xs break-all text-faded">{text}</span>
              </li>
            ))}
            {unreadableCount > unreadable.length && (
              <li className="pt-1.5">… and {(unreadableCount - unreadable.length).toLocaleString('en-IN')} more.</li>
            )}
          </ul>
        </details>
      )}
    </div>
  )
}

/**
 * The one way of a bank's file, wherever it is dropped: it is refused in words, or asks for its password or its columns, or it was
 * read and `children` goes on with it; what that leaves behind (`finish`) stands here until the next file.
 */
export const FileSteps = ({
  window,
  hint,
  children,
}: {
  window: Window
  /** What stands beside the button that takes a file. */
  hint: string
  children: (read: FileRead, finish: (outcome: ReactNode) => void) => ReactNode
}) => {
  const client = useQueryClient()
  const { data } = useQuery(bankOptions)
  const mayKeep = useMayAct('admin')
  const reader = useRef<ReturnType<typeof startReader>>(undefined)
  /** `answer` is undefined while it is read; `asks` stands while its columns are chosen by hand. */
  const [file, setFile] = useState<{ of: File; answer?: Answer; asks?: ColumnsAsked | undefined }>()
  const [outcome, setOutcome] = useState<ReactNode>()
  useEffect(() => () => reader.current?.close(), [])
  // Remembered for all organisers, by the header row's names.
  const keeping = useMutation({
    mutationFn: (chosen: KnownColumns) => call('keepColumns', { body: chosen }),
    onSuccess: ({ known }) => client.setQueryData<Bank>(queryKeys.bank, (kept) => kept && { ...kept, known }),
  })
  const finish = (left?: ReactNode) => {
    reader.current?.close()
    reader.current = undefined
    setFile(undefined)
    setOutcome(left)
    keeping.reset()
  }
  const clear = () => finish()
  const open = async (of: File, given: { password?: string } = {}) => {
    clear()
    const mine = startReader()
    reader.current = mine
    setFile({ of })
    const known = data?.known ?? []
    const answer = await mine.ask({ kind: 'open', file: of, known, window, today: dayAt(Date.now()), ...given })
    // Another file may have come meanwhile.
    if (reader.current !== mine) return
    setFile({ of, answer, asks: answer.kind === 'asks' ? answer : undefined })
    announce(tell(answer))
  }
  const tryColumns = useCallback(async (columns: Columns) => {
    const mine = reader.current
    const answer = await mine?.ask({ kind: 'read', columns })
    if (answer && reader.current === mine) setFile((now) => now && { ...now, answer })
  }, [])
  const choose = (asks: ColumnsAsked | undefined) => setFile((now) => now && { ...now, asks })
  const { of, answer, asks } = file ?? {}
  if (of && !answer) return <Loading words={`Reading ${of.name} …`} />
  const isHeld = asks !== undefined || (answer !== undefined && answer.kind !== 'refused')
  const read = of && answer?.kind === 'read' && <FileHead name={of.name} read={answer} />
  return (
    <div className="grid gap-5">
      {outcome}
      {answer?.kind === 'refused' && !asks && (
        <Banner tone="error" title={`${of?.name} cannot be read`}>
          <p>{answer.words}</p>
        </Banner>
      )}
      {!isHeld && (
        <FileField
          path="bank-file"
          label={outcome || answer ? 'Choose another file' : 'Choose the bank’s file'}
          hint={hint}
          accept=".pdf,.csv,.txt,.xls,.xlsx,.htm,.html"
          prompt="Open a file, or drop it here"
          file={undefined}
          onChoose={(dropped) => void open(dropped)}
          onRemove={clear}
        />
      )}
      {of && answer?.kind === 'password' && (
        <PasswordForm isWrong={answer.isWrong} onPassword={(password) => void open(of, { password })} />
      )}
      {asks && (
        <ColumnsForm
          asked={asks}
          canUse={answer?.kind === 'read' && answer.firstCredits.length > 0}
          onTry={tryColumns}
          onUse={async (columns) => {
            // What was read last may be by the columns of a moment ago.
            await tryColumns(columns)
            if (mayKeep && asks.key !== '') keeping.mutate({ key: asks.key, columns })
            choose(undefined)
          }}
        >
          {read || (
            <p>{answer?.kind === 'refused' ? answer.words : 'Choose the columns; what they read shows here.'}</p>
          )}
          {answer?.kind === 'read' && (
            <div className="@container">
              <h3 className="head">
                {answer.firstCredits.length > 0
                  ? 'The first payments, as they are read now'
                  : 'No payment is read with these columns'}
              </h3>
              {answer.firstCredits.map((row) => (
                <RowLine key={row.line} row={row} label={`Line ${row.line}`} />
              ))}
            </div>
          )}
        </ColumnsForm>
      )}
      {answer?.kind === 'read' && !asks && (
        <>
          {read}
          {keeping.error && <Failed failure={keeping.error} what="The columns are not remembered for the next time." />}
          {!answer.refusal && children(answer, finish)}
        </>
      )}
      {isHeld && (
        <div className="flex flex-wrap gap-2">
          <Button shape="secondary" onClick={clear}>
            Close this file
          </Button>
          {answer?.kind === 'read' && !asks && (
            <Button shape="quiet" onClick={() => choose(answer.asks)}>
              Choose the columns yourself
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
