import { type State, withState } from '../../../festival/live/state'
import { wholeEdition } from '../../../festival/live/whole-edition'
import { createStore } from '../../../ui/store'
import { readIsPublic } from '../../moment'
import { type Answer, createChatbot } from './answer-question'

export interface Message {
  id: number
  sender: 'bot' | 'user'
  text: string
  /** Milliseconds since 1970. */
  timestamp: number
  answer?: Answer
}

export interface Conversation {
  messages: readonly Message[]
  typing: number
}

/** In milliseconds. */
export const typingDelay = 1500

let chatbot: ReturnType<typeof createChatbot> | undefined
let chatbotState: State | undefined

/** Rebuilds the index if organisers have changed the festival. */
const getChatbot = (state: State) => {
  if (!chatbot || chatbotState !== state) {
    chatbot = createChatbot(withState(wholeEdition, state))
  }
  chatbotState = state
  return chatbot
}

const conversation = createStore<Conversation>(() => ({ messages: [], typing: 0 }))
let about: readonly string[] = []

const addMessage = (message: Omit<Message, 'id' | 'timestamp'>, typing: number) => {
  const { messages } = conversation.read()
  conversation.write({
    messages: [...messages, { ...message, id: messages.length, timestamp: Date.now() }],
    typing,
  })
}

const reply = (question: string, state: State) => {
  const answer = getChatbot(state).answerQuestion(question, Date.now(), about, readIsPublic())
  about = answer.about
  const cards = answer.cards.flatMap(({ name, lines }) => [name, ...lines.map(({ note }) => note)])
  addMessage(
    { sender: 'bot', text: [...answer.text, ...cards].join(' '), answer },
    conversation.read().typing - 1,
  )
}

/** Adds the question immediately, and the answer after `typingDelay`. */
export const ask = (text: string, state: State) => {
  const question = text.trim()
  if (question === '') {
    return
  }
  addMessage({ sender: 'user', text: question }, conversation.read().typing + 1)
  setTimeout(() => reply(question, state), typingDelay)
}

/** The conversation is not stored, so a reload empties it. */
export const useConversation = conversation.use
