import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type MessageDraft, useDraft } from './drafts'

const openDialog = (event: string, suggested?: MessageDraft) => {
  const opened: ReturnType<typeof useDraft>[] = []
  const Dialog = () => {
    opened.push(useDraft({ event, scope: 'accepted' }, suggested))
    return null
  }
  renderToStaticMarkup(createElement(Dialog))
  const [draft] = opened
  if (!draft) {
    throw new Error('The dialog was not rendered')
  }
  return draft
}
const news: MessageDraft = {
  subject: 'Senior Quiz: please note',
  text: 'Senior Quiz takes place: Sun 12 Oct, 11:00 AM',
}

test('shows a draft only for the list that it was written for (14.209)', () => {
  openDialog('SeniorQuiz').write({ subject: 'Finals', text: 'Only for the Senior Quiz.' })
  expect(openDialog('SmartAI').draft).toEqual({ subject: '', text: '' })
  expect(openDialog('SeniorQuiz').draft).toEqual({
    subject: 'Finals',
    text: 'Only for the Senior Quiz.',
  })
})

test('does not keep an unedited suggestion as a draft (14.209)', () => {
  expect(openDialog('JuniorQuiz', news).draft).toEqual(news)
  expect(openDialog('JuniorQuiz').draft).toEqual({ subject: '', text: '' })
  expect(openDialog('SmartAI').draft).toEqual({ subject: '', text: '' })
})

test('keeps an edited suggestion as a draft until there is a newer suggestion (14.209)', () => {
  openDialog('JuniorQuiz', news).write({ ...news, text: `${news.text}. Bring a pen.` })
  expect(openDialog('JuniorQuiz', news).draft.text).toContain('Bring a pen.')
  const next = { ...news, text: 'Senior Quiz takes place: Sun 12 Oct, 3:00 PM' }
  expect(openDialog('JuniorQuiz', next).draft).toEqual(next)
})

test('clears a draft once it is sent (14.209)', () => {
  openDialog('Vivantia').write({ subject: 'Hall 2', text: 'We meet in Hall 2.' })
  openDialog('Vivantia').clear()
  expect(openDialog('Vivantia').draft).toEqual({ subject: '', text: '' })
})
