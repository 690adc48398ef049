import { useEffect, useState } from 'react'
import { type MyEntry, myEntryPaths } from '../../../festival/contract/my-entry'
import type { ReviewState } from '../../../festival/contract/states'
import { Button, buttonClasses } from '../../../ui/button'
import { type Fact, FactList } from '../../forms/fact-list'
import { SubmissionLink } from '../../submission-link'
import { summaryLook } from './correction-form'

/** States differ in words and shape, not only in colour. The desk uses the same colours. */
const marks: Readonly<Record<ReviewState, { words: string; shape: string; colour: string }>> = {
  submitted: {
    words: 'Payment still to be checked',
    shape: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 3v3l2 2',
    colour: 'vein',
  },
  unconfirmed: { words: 'Not confirmed yet', shape: 'M2 4h12v8H2zM2 4l6 5 6-5', colour: 'nerve' },
  verified: { words: 'Verified', shape: 'm2.5 8.5 3.5 3.5 7.5-8', colour: 'lymph' },
  'needs-correction': {
    words: 'Needs a correction',
    shape: 'M8 1.5 15 14H1zM8 6v4m0 1.5v1',
    colour: 'nerve',
  },
  rejected: { words: 'Not accepted', shape: 'm3 3 10 10M13 3 3 13', colour: 'artery' },
  withdrawn: { words: 'Withdrawn', shape: 'M2 8h12', colour: 'artery' },
}

export const EntryStatus = ({ secret, entry }: { secret: string; entry: MyEntry }) => {
  const { words, shape, colour } = marks[entry.state]
  const hasTicket = entry.isFree ? entry.state === 'verified' : colour !== 'artery'
  return (
    <section
      data-colour={colour}
      aria-labelledby="standing"
      className="border border-line bg-leaf px-4 py-6 sm:px-8"
    >
      <p className="caption">{entry.eventName}</p>
      <p className="figures font-display text-2xl break-words">{entry.label}</p>
      <h2
        id="standing"
        className="mt-4 flex items-center gap-2 border-t border-accent pt-4 text-xl"
      >
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="size-5 shrink-0 fill-none stroke-accent"
        >
          <path d={shape} strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        {entry.isFree && entry.state === 'submitted' ? 'Still to be checked' : words}
      </h2>
      <p className="measure mt-2">{entry.words}</p>
      {entry.more.length > 0 && (
        <ul className="measure mt-3 space-y-1 border-l-2 border-accent pl-4">
          {entry.more.map((line) => (
            <li key={line} className="figures break-words">
              {line}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {entry.ticket && hasTicket && (
          <a href={entry.ticket} className={buttonClasses('secondary')}>
            Show the ticket
          </a>
        )}
        {entry.group && (
          <a href={entry.group} rel="noreferrer" className={buttonClasses('secondary')}>
            Join the group of {entry.eventName}
          </a>
        )}
      </div>
      {entry.submissionLink && <SubmissionLink href={entry.submissionLink} />}
      <details className="mt-4">
        <summary className={summaryLook}>What you sent</summary>
        <FactList
          facts={[
            ['Name', entry.name],
            ...entry.facts.map(({ label, value }): Fact => [label, value]),
          ]}
        />
        {entry.files.map((file) => (
          <SentFile key={`${file.field} ${entry.version}`} secret={secret} file={file} />
        ))}
      </details>
    </section>
  )
}

const SentFile = ({ secret, file }: { secret: string; file: MyEntry['files'][number] }) => {
  const { field, label, isPicture } = file
  const [step, setStep] = useState<'idle' | 'loading' | 'failed'>('idle')
  const [address, setAddress] = useState<string>()
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const load = async () => {
    setStep('loading')
    try {
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ secret, field })
      const answer = await fetch(myEntryPaths.file, { method: 'POST', headers, body })
      if (!answer.ok) {
        return setStep('failed')
      }
      setAddress(URL.createObjectURL(await answer.blob()))
      setStep('idle')
    } catch {
      setStep('failed')
    }
  }
  return (
    <div className="space-y-3 border-b border-rule py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <span className="text-faded">{label}</span>
        {address && !isPicture && (
          <a
            href={address}
            download={`${label}.pdf`}
            className="min-h-11 py-2.5 font-semibold underline"
          >
            Save the PDF
          </a>
        )}
        {!address && (
          <Button shape="secondary" disabled={step === 'loading'} onClick={() => void load()}>
            {isPicture ? 'Show' : 'Open'}
            <span className="sr-only"> {label}</span>
          </Button>
        )}
      </div>
      <p role="status" className="text-sm empty:hidden">
        {step === 'loading' && 'Loading...'}
        {step === 'failed' && 'The file could not be loaded. Please try again.'}
      </p>
      {address && isPicture && (
        <img src={address} alt={label} className="max-h-[32rem] max-w-full border border-rule" />
      )}
    </div>
  )
}
