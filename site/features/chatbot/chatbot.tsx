import { type ComponentType, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../../../ui/icon'
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
        <Icon path="M8.5 8.5a3.5 3.5 0 1 1 5 3.1c-1.1.6-1.5 1.4-1.5 2.9M12 18v.5" />
        Ask
      </button>
      {/* The bar that holds the button may move aside, and the panel must not move with it. */}
      {isOpen && Panel && createPortal(<Panel onClose={close} />, document.body)}
    </>
  )
}
