import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnownColumns } from '../../../festival/bank/statement'
import { dayAt, formatDays } from '../../../festival/content/slot'
import type { Bank } from '../../../festival/contract/bank'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { FileField } from '../../../ui/file-field'
import { call } from '../../api'
import { announce, Failed, Loading } from '../../messages'
import { count, formatNumber, serverAheadMs } from '../../words'
import { bankOptions, type SettleOutcome } from './bank'
import { ColumnsForm, DirectionForm, PasswordForm, SheetsForm } from './file-questions'
import type { FileRead, ReadRequest, ReadResult } from './file-worker'
import { LineList, RowLine } from './lines'
import { Outcome, Preview } from './preview'

export type FileWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

const tooSlow =
  'This file could not be read within a minute. Download a shorter period from the bank, or use a faster computer.'
const failed =
  'The browser could not read this file. Check your connection, close other tabs, and drop it again; or download a shorter period from the bank.'

const makeWorker = (): FileWorker =>
  new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module', name: 'bank file' })

/** Each file gets its own worker, which is terminated on an error or after a minute. */
export const askWorker = (
  ask: ReadRequest,
  make: () => FileWorker = makeWorker,
): Promise<ReadResult> =>
  new Promise((resolve) => {
    const worker = make()
    const end = (answer: ReadResult) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(answer)
    }
    const timer = setTimeout(() => end({ kind: 'refused', words: tooSlow }), 60_000)
    worker.addEventListener('message', ({ data }) => end(data))
    for (const fault of ['error', 'messageerror'] as const) {
      worker.addEventListener(fault, () => end({ kind: 'refused', words: failed }))
    }
    worker.postMessage(ask)
  })

type FileChoices = Pick<ReadRequest, 'password' | 'chosen' | 'sheets' | 'areReceived'> & {
  file: File
}

const describeResult = (answer: ReadResult): string => {
  if (answer.kind === 'refused') {
    return `This file cannot be read. ${answer.words}`
  }
  if (answer.kind === 'password') {
    return answer.isWrong
      ? 'This password does not open the file.'
      : 'This file opens with a password.'
  }
  if (answer.kind === 'asks sheets') {
    return 'Choose which sheet to read.'
  }
  if (answer.kind === 'asks direction') {
    return 'Say whether these payments were received.'
  }
  return answer.kind === 'read'
    ? `${answer.rowCount} rows were read.`
    : 'Choose what each column holds.'
}

const FileHead = ({ name, read }: { name: string; read: FileRead }) => {
  const { refusal, notes, file, unreadable, unreadableCount, leftOut, leftOutCount } = read
  const { rowCount, links, firstCredits } = read
  const localRowCount = rowCount - file.payments.length - file.reversals.length
  return (
    <div className="grid gap-3">
      <div>
        <h2 className="text-lg break-all">{name}</h2>
        <p className="figures text-faded">
          {count(rowCount, 'row')}
          {rowCount > 0 && `, ${formatDays(file.days.first, file.days.last)}`}.
          {links ? ` All ${formatNumber(links)} running balances add up.` : ''}
          {localRowCount > 0 &&
            ` ${count(localRowCount, 'row stays', 'rows stay')} on this device.`}
        </p>
      </div>
      {refusal && (
        <Banner tone="error" title="Nothing in this file can be matched">
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
      <LineList
        title={`${count(unreadableCount, 'line')} that could not be read`}
        lines={unreadable}
        total={unreadableCount}
      />
      <LineList
        title={`${count(leftOutCount, 'credit')} left out`}
        lines={leftOut}
        total={leftOutCount}
      />
      {links === undefined && !refusal && firstCredits.length > 0 && (
        <section aria-label="The first payments" className="@container">
          <h3 className="head">The first payments, as the desk reads them</h3>
          {firstCredits.map((row) => (
            <RowLine key={row.line} row={row} label={`Line ${row.line}`} />
          ))}
        </section>
      )}
    </div>
  )
}

export const FileSteps = ({ bank: { window, known } }: { bank: Bank }) => {
  const client = useQueryClient()
  const [isChoosing, setIsChoosing] = useState(false)
  const [outcome, setOutcome] = useState<SettleOutcome>()
  // All organisers share column choices, keyed by the header row.
  const savingColumns = useMutation({
    mutationFn: (chosen: KnownColumns) => call('saveColumns', { body: chosen }),
    onSuccess: ({ known }) =>
      client.setQueryData(bankOptions.queryKey, (kept) => kept && { ...kept, known }),
  })
  const reading = useMutation({
    mutationFn: ({ file, ...given }: FileChoices) =>
      askWorker({ file, known, window, today: dayAt(Date.now() + serverAheadMs()), ...given }),
    // Discards the file and its password when the page is left.
    gcTime: 0,
  })
  const read = (request: FileChoices) =>
    reading.mutate(request, {
      onSuccess: (answer) => {
        announce(describeResult(answer))
        if (request.chosen?.key && answer.kind === 'read' && answer.firstCredits.length > 0) {
          savingColumns.mutate(request.chosen)
        }
      },
    })
  const finish = (settled?: SettleOutcome) => {
    reading.reset()
    savingColumns.reset()
    setIsChoosing(false)
    setOutcome(settled)
  }
  const { variables: given, data: answer } = reading
  if (given && !answer) {
    return <Loading words={`Reading ${given.file.name} …`} />
  }
  const contents = answer?.kind === 'read' ? answer : undefined
  const direction = answer?.kind === 'asks direction' ? answer : undefined
  const byHand = contents?.asks ?? direction?.asks
  const chosenByHand = isChoosing ? byHand : undefined
  const asks = answer?.kind === 'asks' ? answer : chosenByHand
  const hasAnswer = given && answer?.kind !== 'refused'
  return (
    <div className="grid gap-5">
      {outcome && <Outcome of={outcome} />}
      {answer?.kind === 'refused' && (
        <Banner tone="error" title={`${given?.file.name} cannot be read`}>
          <p>{answer.words}</p>
        </Banner>
      )}
      {!hasAnswer && (
        <FileField
          path="bank-file"
          label={outcome || answer ? 'Choose another file' : 'Choose the bank statement file'}
          hint="PDF, CSV, text, XLS or XLSX, as downloaded from the bank. It is read on this device."
          accept=".pdf,.csv,.txt,.xls,.xlsx,.htm,.html"
          prompt="Open a file, or drop it here"
          file={undefined}
          onChoose={(file) => {
            finish()
            read({ file })
          }}
          onRemove={() => finish()}
        />
      )}
      {given && answer?.kind === 'password' && (
        <PasswordForm
          isWrong={answer.isWrong}
          onPassword={(password) => read({ ...given, password })}
        />
      )}
      {given && answer?.kind === 'asks sheets' && (
        <SheetsForm choices={answer.choices} onUse={(sheets) => read({ ...given, sheets })} />
      )}
      {given && asks && (
        <ColumnsForm
          asked={asks}
          onUse={(columns) => {
            setIsChoosing(false)
            read({ ...given, chosen: { key: asks.key, columns } })
          }}
        />
      )}
      {given && direction && !asks && (
        <DirectionForm
          asked={direction}
          onAnswer={(areReceived) => read({ ...given, areReceived })}
        />
      )}
      {given && contents && !asks && (
        <>
          <FileHead name={given.file.name} read={contents} />
          {savingColumns.error && (
            <Failed
              failure={savingColumns.error}
              what="Your choice of columns was not saved."
              takesFocus
            />
          )}
          {!contents.refusal && <Preview of={contents} onDone={finish} />}
        </>
      )}
      {hasAnswer && (
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Button shape="secondary" onClick={() => finish()}>
            Close this file
          </Button>
          {byHand && !asks && (
            <Button shape="quiet" className="-mx-2 px-2!" onClick={() => setIsChoosing(true)}>
              Choose the columns yourself
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
