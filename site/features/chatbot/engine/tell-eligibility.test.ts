import { expect, it } from 'vitest'
import { wholeEdition } from '../../../../festival/whole-edition'
import { readAnswer } from '../../../../tests/support/read-answer'
import { createChatbot } from './answer-question'

const now = Date.parse('2025-10-01T09:00:00+05:30')

it('goes by the number of members that a rule about the team says', () => {
  const rules = ['A team has three members, the model included.']
  const eventDetails = { ...wholeEdition.eventDetails, PulsatingPalettes: { rules, description: [], incharges: [] } }
  const chatbot = createChatbot({ ...wholeEdition, eventDetails })
  const askOf = (question: string) => readAnswer(chatbot.answerQuestion(question, now, [], true))
  expect(askOf('can 2 of us do body painting')).toMatch(/^No\. Pulsating Palettes/)
  expect(askOf('can 3 of us do body painting')).toMatch(/^Yes\. Pulsating Palettes/)
})
