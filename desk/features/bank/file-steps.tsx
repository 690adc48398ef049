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
import { formatCount, formatNumber, serverAheadMs } from '../../words'
import { bankOptions, type SettleOutcome } from './bank'
import { ColumnsForm, DirectionForm, PasswordForm, SheetsForm } from './file-questions'
import type { FileRead, ReadRequest, ReadResult } from './file-worker'
import { LineList, RowLine, UnreadableLines } from './lines'
import { Outcome, Preview } from './preview'

export type FileWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

const tooSlowMessage =
  'This file could not be read within a minute. Download a shorter period from the bank, or use a faster computer.'
const failedMessage =
  'The browser could not read this file. Check your connection, close other tabs, and drop it again; or download a shorter period from the bank.'

const makeWorker = (): FileWorker =>
  new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module', name: 'bank file' })

/** Each file gets its own worker, which is terminated on an error or after a minute. */
export const askWorker = (
  request: ReadRequest,
  make: () => FileWorker = makeWorker,
): Promise<ReadResult> =>
  new Promise((resolve) => {
    const worker = make()
    const end = (result: ReadResult) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(result)
    }
    const timer = setTimeout(() => end({ kind: 'refused', message: tooSlowMessage }), 60_000)
    worker.addEventListener('message', ({ data }) => end(data))
    for (const fault of ['error', 'messageerror'] as const) {
      worker.addEventListener(fault, () => end({ kind: 'refused', message: failedMessage }))
    }
    worker.postMessage(request)
  })

type FileChoices = Pick<ReadRequest, 'password' | 'chosen' | 'sheets' | 'areReceived'> & {
  file: File
}

const describeResult = (result: ReadResult): string => {
  if (result.kind === 'refused') {
    return `This file cannot be read. ${result.message}`
  }
  if (result.kind === 'password') {
    return result.isWrong
      ? 'This password does not open the file.'
      : 'This file opens with a password.'
  }
  if (result.kind === 'asks sheets') {
    return 'Choose which sheet to read.'
  }
  if (result.kind === 'asks direction') {
    return 'Say whether these payments were received.'
  }
  return result.kind === 'read'
    ? `${result.rowCount} rows were read.`
    : 'Choose what each column holds.'
}

const FileSummary = ({ name, fileRead }: { name: string; fileRead: FileRead }) => {
  const { refusal, notes, file, unreadable, unreadableCount, leftOut, leftOutCount } = fileRead
  const { rowCount, links, firstCredits } = fileRead
  const localRowCount = rowCount - file.payments.length - file.reversals.length
  return (
    <div className="grid gap-3">
      <div>
        <h2 className="text-lg wrap-anywhere">{name}</h2>
        <p className="figures text-faded">
          {formatCount(rowCount, 'row')}
          {rowCount > 0 && `, ${formatDays(file.days.first, file.days.last)}`}.
          {links ? ` All ${formatNumber(links)} running balances add up.` : ''}
          {localRowCount > 0 &&
            ` ${formatCount(localRowCount, 'row stays', 'rows stay')} on this device.`}
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
      <UnreadableLines lines={unreadable} total={unreadableCount} />
      <LineList
        title={`${formatCount(leftOutCount, 'credit')} left out`}
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

/** Asks what the file does not say, or what the organiser wants to choose. */
const FileQuestion = ({
  result,
  isChoosing,
  onAnswer,
}: {
  result: ReadResult
  isChoosing: boolean
  onAnswer: (answer: Partial<FileChoices>) => void
}) => {
  switch (result.kind) {
    case 'password':
      return (
        <PasswordForm isWrong={result.isWrong} onPassword={(password) => onAnswer({ password })} />
      )
    case 'asks sheets':
      return <SheetsForm choices={result.choices} onUse={(sheets) => onAnswer({ sheets })} />
    case 'asks':
      return <ColumnsForm question={result} onUse={(chosen) => onAnswer({ chosen })} />
    case 'asks direction':
    case 'read':
      if (isChoosing) {
        return (
          <ColumnsForm question={result.columnsQuestion} onUse={(chosen) => onAnswer({ chosen })} />
        )
      }
      return result.kind === 'read' ? null : (
        <DirectionForm question={result} onAnswer={(areReceived) => onAnswer({ areReceived })} />
      )
    case 'refused':
      return null
  }
}

export const FileSteps = ({ bank: { window, known } }: { bank: Bank }) => {
  const client = useQueryClient()
  const [isChoosing, setIsChoosing] = useState(false)
  const [outcome, setOutcome] = useState<SettleOutcome>()
  // All organisers share column choices, keyed by the header row.
  const savingColumns = useMutation({
    mutationFn: (chosen: KnownColumns) => call('saveColumns', { body: chosen }),
    onSuccess: ({ known }) =>
      client.setQueryData(bankOptions.queryKey, (bank) => bank && { ...bank, known }),
  })
  const reading = useMutation({
    mutationFn: (choices: FileChoices) =>
      askWorker({ ...choices, known, window, today: dayAt(Date.now() + serverAheadMs()) }),
    // Discards the file and its password when the page is left.
    gcTime: 0,
  })
  const read = (choices: FileChoices) =>
    reading.mutate(choices, {
      onSuccess: (result) => {
        announce(describeResult(result))
        if (choices.chosen?.key && result.kind === 'read' && result.firstCredits.length > 0) {
          savingColumns.mutate(choices.chosen)
        }
      },
    })
  const finish = (settled?: SettleOutcome) => {
    reading.reset()
    savingColumns.reset()
    setIsChoosing(false)
    setOutcome(settled)
  }
  const { variables: choices, data: result } = reading
  if (choices && !result) {
    return <Loading message={`Reading ${choices.file.name} …`} />
  }
  if (!result || result.kind === 'refused') {
    return (
      <div className="grid gap-5">
        {outcome && <Outcome outcome={outcome} />}
        {result && (
          <Banner tone="error" title={`${choices.file.name} cannot be read`}>
            <p>{result.message}</p>
          </Banner>
        )}
        <FileField
          path="bank-file"
          label={outcome || result ? 'Choose another file' : 'Choose the bank statement file'}
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
      </div>
    )
  }
  const mayChooseColumns =
    !isChoosing && (result.kind === 'read' || result.kind === 'asks direction')
  const answer = (answers: Partial<FileChoices>) => {
    setIsChoosing(false)
    read({ ...choices, ...answers })
  }
  return (
    <div className="grid gap-5">
      <FileQuestion result={result} isChoosing={isChoosing} onAnswer={answer} />
      {result.kind === 'read' && !isChoosing && (
        <>
          <FileSummary name={choices.file.name} fileRead={result} />
          {savingColumns.error && (
            <Failed
              failure={savingColumns.error}
              what="Your choice of columns was not saved."
              takesFocus
            />
          )}
          {!result.refusal && <Preview file={result.file} onDone={finish} />}
        </>
      )}
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button shape="secondary" onClick={() => finish()}>
          Close this file
        </Button>
        {mayChooseColumns && (
          <Button shape="quiet" className="-mx-2 px-2!" onClick={() => setIsChoosing(true)}>
            Choose the columns yourself
          </Button>
        )}
      </div>
    </div>
  )
}
