import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CallError } from './api'
import { CommandDialog } from './command-dialog'

test('shows results and errors beside the buttons of a dialog, which are always in view (behaviour 14.208)', () => {
  const none = () => {}
  const props = {
    title: 'Hand over cash',
    confirm: 'Save',
    errorTitle: 'Not saved',
    result: 'The test was sent.',
    command: { isPending: false, failureCount: 0, error: new CallError(undefined) },
    onSubmit: none,
    onClose: none,
    children: 'A long form',
  }
  const shown = renderToStaticMarkup(createElement(CommandDialog, props))
  const [form, bar] = shown.split('<div class="sticky bottom-0')
  expect(form).toContain('A long form')
  expect(form).not.toContain('Not saved')
  expect(bar).toMatch(/The test was sent\..*Not saved.*cannot be reached.*<button type="submit"/)
})
