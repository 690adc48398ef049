import { type ComponentType, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFestival } from '../../festival'
import { questionHandler } from '../../lookup/question-handler'
import { loadPart } from '../../navigation/retry-import'
import type { ChatPanelProps } from './chat-panel'

const loadPanel = () => import('./chat-panel')

const prefetchPanel = () => void loadPanel().catch(() => undefined)

/** Loads the chatbot's code when the button is hovered over or pressed. */
export const Chatbot = ({ className }: { className: string }) => {
  const button = useRef<HTMLButtonElement>(null)
  const { state } = useFestival()
  const [isOpen, setIsOpen] = useState(false)
  const [Panel, setPanel] = useState<ComponentType<ChatPanelProps>>()
  const load = (question = '') => {
    void loadPart(loadPanel).then(({ ChatPanel, ask }) => {
      setPanel(() => ChatPanel)
      ask(question, state)
    })
  }
  const toggle = () => {
    setIsOpen(!isOpen)
    load()
  }
  useEffect(() => {
    questionHandler.write((question) => {
      setIsOpen(true)
      load(question)
    })
    return () => questionHandler.write(undefined)
  })
  const close = (keepsFocus?: boolean) => {
    setIsOpen(false)
    if (!keepsFocus) {
      button.current?.focus()
    }
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-label="Ask a question"
        onClick={toggle}
        onPointerEnter={prefetchPanel}
        onFocus={prefetchPanel}
        className={className}
      >
        <span aria-hidden="true" className="w-6 text-center font-display text-[1.5rem]/6 italic">
          ?
        </span>
        Ask
      </button>
      {/* The bar that holds the button may move aside, and the panel must not move with it. */}
      {isOpen && Panel && createPortal(<Panel onClose={close} />, document.body)}
    </>
  )
}
