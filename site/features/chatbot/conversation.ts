import { type State, withState } from '../../../festival/live/state'
import { wholeEdition } from '../../../festival/live/whole-edition'
import { createStore } from '../../../ui/store'
import { isPublic } from '../../built'
import { type Answer, createChatbot } from './answer-question'

export interface Message {
  id: number
  sender: 'bot' | 'user'
  text: string
  /** When it was said, in milliseconds since 1970. */
  timestamp: number
  answer?: Answer
}

export interface Conversation {
  messages: readonly Message[]
  typing: number
}

/** How long the bot seems to type, in milliseconds (behaviour 11.1). */
export const typingDelay = 1500

let chatbot: ReturnType<typeof createChatbot> | undefined
let chatbotState: State | undefined

/** The chatbot of the festival as it is now; its index is made anew when the state is another one. */
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
  const answer = getChatbot(state).answerQuestion(question, Date.now(), about, isPublic)
  about = answer.about
  const cards = answer.cards.flatMap(({ name, lines }) => [name, ...lines.map(({ note }) => note)])
  addMessage(
    { sender: 'bot', text: [...answer.text, ...cards].join(' '), answer },
    conversation.read().typing - 1,
  )
}

/** Adds the visitor's message at once and the bot's 1.5 seconds later. An empty one is not sent. */
export const ask = (text: string, state: State) => {
  const question = text.trim()
  if (question === '') {
    return
  }
  addMessage({ sender: 'user', text: question }, conversation.read().typing + 1)
  setTimeout(() => reply(question, state), typingDelay)
}

/** The conversation, which lasts for as long as the site is open and is kept nowhere else. */
export const useConversation = conversation.use
