import { type ComponentType, useRef, useState } from 'react'
import type { ChatPanelProps } from './chat-panel'

const loadPanel = () => import('./chat-panel')

const prefetchPanel = () => {
  loadPanel().catch(() => undefined)
}

/** The button that opens the chatbot; what it knows is fetched when it is pointed at or pressed (behaviour 11.1). */
export const Chatbot = () => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [Panel, setPanel] = useState<ComponentType<ChatPanelProps>>()
  const toggle = () => {
    setIsOpen(!isOpen)
    loadPanel().then(
      ({ ChatPanel }) => setPanel(() => ChatPanel),
      () => window.location.assign('/contact'),
    )
  }
  const close = (keepsFocus?: boolean) => {
    setIsOpen(false)
    if (!keepsFocus) button.current?.focus()
  }
  return (
    <div className="print:hidden">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-label="Ask a question"
        onClick={toggle}
        onPointerEnter={prefetchPanel}
        onFocus={prefetchPanel}
        className="group fixed right-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-30 flex size-14 items-center justify-center rounded-full border border-ink bg-leaf hover:bg-ink hover:text-paper"
      >
        <svg viewBox="0 0 32 32" aria-hidden="true" className="size-9 fill-none stroke-current stroke-[1.5]">
          <path
            d="M27 14.5c0 5-4.9 8.5-11 8.5l-3 0-5.5 4 .5-5.500C6 19.8 5 17.5 5 14.5 5 9.5 9.9 6 16 6s11 3.5 11 8.500Z"
            strokeLinejoin="round"
          />
          <path d="M13 12.200a3.1 3.1 0 1 1 4.6 2.700c-1.1.6-1.6 1.2-1.6 2.400M16 19.700v.4" strokeLinecap="round" />
        </svg>
      </button>
      {isOpen && Panel && <Panel onClose={close} />}
    </div>
  )
}
