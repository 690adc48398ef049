import { type ReactNode, useEffect, useRef } from 'react'
import { phoneHint } from '../../../festival/messages'
import type { FieldError } from '../../../festival/problem'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { ErrorSummary } from '../../../ui/error-summary'
import { focusField } from '../../../ui/field'
import type { SubmissionFailure } from './read-failure'

/** The words for a phone name no field, so that the list of errors does. */
const nameField = ({ path, message }: FieldError): FieldError => {
  if (message !== phoneHint) return { path, message }
  const member = Number(/^members\.(\d+)\./.exec(path)?.[1] ?? 0)
  return { path, message: `Phone${member > 0 ? ` of member ${member + 1}` : ''}: ${message}` }
}

const savedAs = (noun: string, registrationId: string | undefined) =>
  registrationId ? `Your ${noun} ${registrationId} is` : `Your ${noun} is`

/**
 * Why a form was not sent, what has become of it, and what to do next. It takes the focus when it appears, or gives it
 * to the first field that must change.
 */
export const FailureBanner = ({
  failure,
  errors = failure.kind === 'fields' ? failure.errors : [],
  submitLabel,
  noun = 'registration',
  onRetryUpload,
  onFinish,
  onStartAnew,
}: {
  failure: SubmissionFailure
  /** The fields that are still wrong, where the form follows them. */
  errors?: readonly FieldError[]
  /** What the form's own button says. */
  submitLabel: string
  /** What the form makes. */
  noun?: string
  onRetryUpload: () => void
  /** Undefined where nothing that was sent earlier is known. */
  onFinish: (() => void) | undefined
  onStartAnew: () => void
}) => {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [first] = failure.kind === 'fields' ? failure.errors : []
    if (!first || !focusField(first.path)) banner.current?.focus()
  }, [failure])

  const show = (title: string, children: ReactNode) => (
    <Banner ref={banner} tone="error" title={title}>
      {children}
    </Banner>
  )
  switch (failure.kind) {
    case 'fields':
      return errors.length > 0 ? <ErrorSummary ref={banner} errors={errors.map(nameField)} /> : null
    case 'upload':
      return show(
        failure.words,
        <>
          <p>Everything that you entered is kept. The upload alone can be tried again.</p>
          <Button shape="secondary" onClick={onRetryUpload}>
            Upload again
          </Button>
        </>,
      )
    case 'save':
      return show(
        failure.words,
        <p>
          Everything that you entered is kept. Check your connection, then press {submitLabel} again: whether or not it
          arrived, it is saved once, and you do not pay again.
        </p>,
      )
    case 'email':
      return show(
        failure.words,
        <p>
          {savedAs(noun, failure.registrationId)} saved; only its e-mail has not gone out. Press {submitLabel} again to
          finish it. No second {noun} is made.
        </p>,
      )
    case 'reused':
      return show(
        `${savedAs(noun, failure.registrationId)} already saved, as it was first sent.`,
        <>
          <p>
            What you changed since then is not part of it. You can finish it as it is, or make this a new one, with a
            payment and a screenshot of its own.
          </p>
          <div className="flex flex-wrap gap-2">
            {onFinish && (
              <Button shape="secondary" onClick={onFinish}>
                Finish it as first sent
              </Button>
            )}
            <Button shape="secondary" onClick={onStartAnew}>
              Start a new {noun}
            </Button>
          </div>
        </>,
      )
    case 'refused':
      return show(failure.words, <p>{failure.advice}</p>)
  }
}
