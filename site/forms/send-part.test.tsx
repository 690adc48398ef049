import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SentNotice } from './send-part'

const read = (attempts: ComponentProps<typeof SentNotice>['attempts'], noun = 'registration') =>
  renderToStaticMarkup(<SentNotice attempts={attempts} how="Press Submit" noun={noun} />).replace(
    /<[^>]+>/g,
    ' ',
  )

test('shows no notice for a form that was never sent (7.42)', () => {
  expect(read({ sent: [] })).toBe('')
})

test('says that a form without a response may have been saved, and how to finish it (7.42)', () => {
  const words = read({ sent: [{}] })
  expect(words).toContain(
    'Your registration was sent, but no answer came back. It may have been saved.',
  )
  expect(words).toContain(
    'Press Submit to finish it and see its ID. You do not pay again, and no second registration is made.',
  )
})

test('shows the ID of a form that was saved without an e-mail (7.42)', () => {
  const words = read({ sent: [{}], savedAs: 'ACC-047713' }, 'request')
  expect(words).toContain('Your request ACC-047713 is saved, but its e-mail is not sent yet.')
  expect(words).toContain(
    'Press Submit to finish it. You do not pay again, and no second request is made.',
  )
})
