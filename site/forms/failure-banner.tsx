import { type ReactNode, useEffect, useRef } from 'react'
import { phoneHint } from '../../festival/messages'
import type { FieldError } from '../../festival/problem'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { ErrorSummary } from '../../ui/error-summary'
import { focusField } from '../../ui/field'
import type { Failure } from './failure'
import type { Submission } from './use-submission'

/** What the banner shows and does; only a form that is saved once can be finished or started anew. */
export type FailedForm = Pick<Submission<object>, 'left' | 'failure' | 'retryUpload'> &
  Partial<Pick<Submission<object>, 'finishAsSent' | 'startAnew'>>

/** The words for a phone name no field, so that the list of errors does. */
const nameField = ({ path, message }: FieldError): FieldError => {
  if (message !== phoneHint) return { path, message }
  const member = Number(/^members\.(\d+)\./.exec(path)?.[1] ?? 0)
  return { path, message: `Phone${member > 0 ? ` of member ${member + 1}` : ''}: ${message}` }
}

/** Why a form was not sent, what has become of it, and what to do next. */
const explain = (
  failure: Exclude<Failure, { kind: 'fields' }>,
  { retryUpload, finishAsSent, startAnew }: FailedForm,
  label: string,
  noun: string,
): readonly [title: string, advice: ReactNode] => {
  const saved = 'registrationId' in failure && failure.registrationId ? `${noun} ${failure.registrationId}` : noun
  switch (failure.kind) {
    case 'upload':
      return [
        failure.words,
        <>
          <p>Everything that you entered is kept. The upload alone can be tried again.</p>
          <Button shape="secondary" onClick={() => void retryUpload()}>
            Upload again
          </Button>
        </>,
      ]
    case 'save':
      return [
        failure.words,
        `Everything that you entered is kept. Check your connection, then press ${label} again: whether or not it arrived, it is saved once, and you do not pay again.`,
      ]
    case 'email':
      return [
        failure.words,
        `Your ${saved} is saved; only its e-mail has not gone out. Press ${label} again to finish it. No second ${noun} is made.`,
      ]
    case 'reused':
      return [
        `Your ${saved} is already saved, as it was first sent.`,
        <>
          <p>
            What you changed since then is not part of it. You can finish it as it is, or make this a new one, with a
            payment and a screenshot of its own.
          </p>
          <div className="flex flex-wrap gap-2">
            {finishAsSent && (
              <Button shape="secondary" onClick={finishAsSent}>
                Finish it as first sent
              </Button>
            )}
            <Button shape="secondary" onClick={startAnew}>
              Start a new {noun}
            </Button>
          </div>
        </>,
      ]
    case 'refused':
      return [failure.words, failure.advice]
  }
}

/**
 * Why a form was not sent. It takes the focus when it appears, or gives it to the first field that must change. `label`: what
 * the form's own button says; `noun`: what the form makes.
 */
export const FailureBanner = ({
  form,
  label,
  noun = 'registration',
}: {
  form: FailedForm
  label: string
  noun?: string
}) => {
  const { failure, left } = form
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [first] = failure?.kind === 'fields' ? failure.errors : []
    if (failure && (!first || !focusField(first.path))) banner.current?.focus()
  }, [failure])
  if (!failure) return null
  if (failure.kind === 'fields')
    return left.length > 0 ? <ErrorSummary ref={banner} errors={left.map(nameField)} /> : null
  const [title, advice] = explain(failure, form, label, noun)
  return (
    <Banner ref={banner} tone="error" title={title}>
      {typeof advice === 'string' ? <p>{advice}</p> : advice}
    </Banner>
  )
}
