import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type FormEvent, type ReactNode, useId, useState } from 'react'
import type { KnownColumns } from '../../../festival/bank/statement'
import type { Payment, Window } from '../../../festival/bank/verdict'
import type { Bank, KeepColumns } from '../../../festival/desk/bank'
import { formatDays } from '../../../festival/slot'
import { Banner } from '../../../ui/banner'
import { Button, buttonLook } from '../../../ui/button'
import { TextField } from '../../../ui/text-field'
import { call, queryKeys, useMayAct } from '../../api'
import { Failed, Loading } from '../../messages'
import { count } from './bank'
import { useBankFile } from './bank-file'
import { ColumnsForm } from './columns-form'
import type { ReadFileAnswer } from './file-worker'

/** A file that was read, and the way to those of its debits that the server knows. */
export interface ReadFile {
  answer: ReadFileAnswer
  findDebits: (known: readonly string[]) => Promise<Payment[]>
}

/** Takes a bank's file: dropped, or chosen from the device. */
const FileDrop = ({ prompt, hint, onFile }: { prompt: string; hint: string; onFile: (file: File) => void }) => {
  const [isOver, setIsOver] = useState(false)
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    // Dropping is a shortcut of the mouse; the button does the same for everybody.
    <fieldset
      aria-describedby={`${id}-hint`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`relative grid justify-items-center gap-2 border-2 border-dashed px-4 py-8 text-center ${isOver ? 'border-ink bg-paper' : 'border-line bg-leaf'}`}
    >
      <legend className="sr-only">{prompt}</legend>
      <input
        id={id}
        type="file"
        accept=".pdf,.csv,.txt,.xls,.xlsx,.htm,.html"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again after it was mended.
          target.value = ''
          if (file) onFile(file)
        }}
        className="peer absolute inset-0 size-px opacity-0"
      />
      <label
        htmlFor={id}
        className={`${buttonLook('primary')} cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-vein`}
      >
        {prompt}
      </label>
      <p id={`${id}-hint`} className="text-faded">
        {hint}
      </p>
    </fieldset>
  )
}

/** How a file was read: what proves it, what of it stays here, and what could not be read, line by line. */
const FileHead = ({ name, answer }: { name: string; answer: ReadFileAnswer }) => {
  const { verdict, unreadable, unreadableMore, rowCount, days, links } = answer
  const { debits, outside, notPayments } = verdict.chosen.left
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
          {days && `, ${formatDays(days.first, days.last)}`}.
          {links ? ` All ${links.toLocaleString('en-IN')} balances follow from each other.` : ''}
          {stay.length > 0 && ` ${stay.join(', ')} stay on this device.`}
        </p>
      </div>
      {verdict.refusal && (
        <Banner tone="error" title="Nothing of this file can be matched">
          <p>{verdict.refusal}</p>
        </Banner>
      )}
      {verdict.notes.length > 0 && (
        <ul className="figures border-l-4 border-nerve pl-3">
          {verdict.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {unreadable.length > 0 && (
        <details className="border border-rule">
          <summary className="target flex cursor-pointer items-center px-3 font-semibold">
            {count(unreadable.length + unreadableMore, 'line')} that could not be read
          </summary>
          <ul className="figures border-t border-rule px-3 pb-2">
            {unreadable.map(({ line, text, why }) => (
              <li key={line} className="border-b border-rule py-1.5 last:border-0">
                <b>Line {line}</b>: {why}.<span className="block text-xs break-all text-faded">{text}</span>
              </li>
            ))}
            {unreadableMore > 0 && <li className="pt-1.5">… and {unreadableMore.toLocaleString('en-IN')} more.</li>}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Asks for a PDF's password; it opens the file on this device and goes nowhere. */
const PasswordForm = ({ isWrong, onPassword }: { isWrong: boolean; onPassword: (password: string) => void }) => {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') onPassword(password)
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-3">
      <p>
        The bank has locked this PDF. Its letter says the password, often a name and a birthday or the account’s number.
      </p>
      <TextField
        path="password"
        label="Password of the file"
        type="password"
        autoComplete="off"
        hint="It is used on this device only, and kept nowhere."
        value={password}
        error={isWrong && password === '' ? 'This password does not open the file.' : undefined}
        onChange={setPassword}
      />
      <Button type="submit">Open the file</Button>
    </form>
  )
}

/**
 * The one way of a bank's file, wherever it is dropped: it is refused in words, or asks for its password or its columns, or it was
 * read and `children` goes on with it.
 */
export const FileSteps = ({
  known,
  window,
  hint,
  isAgain = false,
  before,
  children,
  onFile,
}: {
  /** Columns that organisers chose before. */
  known: readonly KnownColumns[]
  window: Window
  /** What stands under the button that takes a file. */
  hint: string
  /** Another file was here before. */
  isAgain?: boolean
  /** What stands above as long as no file is there. */
  before?: ReactNode
  children: (read: ReadFile, clear: () => void) => ReactNode
  /** A file was dropped. */
  onFile?: () => void
}) => {
  const client = useQueryClient()
  const { file, drop, unlock, read, choose, tryColumns, findDebits, clear } = useBankFile({ known, window })
  // Remembered for all organisers, by the header row's names.
  const keeping = useMutation({
    mutationFn: (chosen: KeepColumns) => call('keepColumns', { body: chosen }),
    onSuccess: (answer) =>
      client.setQueryData<Bank>(queryKeys.bank, (kept) => kept && { ...kept, known: answer.known }),
  })
  const mayKeep = useMayAct('admin')
  const answer = file?.answer
  const take = (dropped: File) => {
    onFile?.()
    keeping.reset()
    void drop(dropped)
  }
  if (file && !answer) return <Loading words={`Reading ${file.name} …`} />
  return (
    <div className="grid gap-5">
      {!file && before}
      {answer?.kind === 'refused' && (
        <Banner tone="error" title={`${file?.name} cannot be read`}>
          <p>{answer.words}</p>
        </Banner>
      )}
      {(!answer || answer.kind === 'refused') && (
        <FileDrop
          prompt={isAgain || answer ? 'Choose another file' : 'Choose the bank’s file'}
          hint={hint}
          onFile={take}
        />
      )}
      {answer?.kind === 'password' && <PasswordForm key={file?.name} isWrong={answer.isWrong} onPassword={unlock} />}
      {answer?.kind === 'asks' && (
        <ColumnsForm
          key={file?.name}
          asked={answer}
          tryColumns={tryColumns}
          onChosen={(columns) => {
            if (mayKeep && answer.key !== '') keeping.mutate({ key: answer.key, columns })
            read(columns)
          }}
        />
      )}
      {answer?.kind === 'read' && (
        <>
          <FileHead name={file?.name ?? ''} answer={answer} />
          {keeping.error && <Failed failure={keeping.error} what="The columns are not remembered for the next time." />}
          {!answer.verdict.refusal && children({ answer, findDebits }, clear)}
        </>
      )}
      {answer && answer.kind !== 'refused' && (
        <div className="flex flex-wrap gap-2">
          <Button shape="secondary" onClick={clear}>
            Close this file
          </Button>
          {answer.kind === 'read' && (
            <Button shape="quiet" onClick={choose}>
              Choose the columns yourself
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
