import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Refusal } from '../ui/banner'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import type { CallError } from './api'
import { Form } from './fields'

const idleCommand = { isPending: false, failureCount: 0, error: null }

type CommandState = Pick<UseMutationResult<unknown, CallError>, 'isPending' | 'failureCount'>

/** The label of a button that sends a command. The label is `idle` until the button is pressed. */
export const submitLabel = ({ isPending, failureCount }: CommandState, idle: string): string => {
  if (!isPending) {
    return idle
  }
  return failureCount > 0 ? 'Not yet saved, trying again …' : 'Saving …'
}

export const CommandDialog = ({
  title,
  confirm,
  dismiss = 'Cancel',
  errorTitle,
  errorText,
  command = idleCommand,
  isDisabled = false,
  isWide = false,
  className = '',
  result,
  footer,
  onSubmit,
  onClose,
  children,
}: {
  title: ReactNode
  confirm: string
  dismiss?: string
  /** For example "Not verified". */
  errorTitle: string
  /** Replaces the server's message. */
  errorText?: string | undefined
  command?: CommandState & Pick<UseMutationResult<unknown, CallError>, 'error'>
  isDisabled?: boolean
  /** Whether wide screens show the button beside the fields. */
  isWide?: boolean
  className?: string
  /** The result of another command of the dialog. Like errors, it is shown above the buttons. */
  result?: ReactNode
  footer?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) => {
  const { isPending, error } = command
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isLocked={isPending}
      className={`${className} ${isWide ? 'lg:w-[56rem]' : ''}`}
    >
      <Form
        onSubmit={() => isPending || onSubmit()}
        className={`grid gap-4 ${isWide ? 'lg:grid-cols-2 lg:items-start' : ''}`}
      >
        <div className="grid gap-4">{children}</div>
        <div
          className={`sticky bottom-0 -mx-5 -mb-5 grid gap-3 border-t border-rule bg-leaf p-3 ${isWide ? 'lg:top-16 lg:bottom-auto lg:m-0 lg:border-0 lg:p-0' : ''}`}
        >
          {footer}
          {result}
          {error && (
            <Refusal title={errorTitle}>
              <p>{errorText ?? error.message}</p>
            </Refusal>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" className="flex-1" disabled={isPending || isDisabled}>
              {submitLabel(command, confirm)}
            </Button>
            <Button shape="secondary" disabled={isPending} onClick={onClose}>
              {dismiss}
            </Button>
          </div>
        </div>
      </Form>
    </Dialog>
  )
}
