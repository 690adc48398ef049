import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { audienceQuestion } from '#edition/chatbot'
import { identity } from '#edition/identity'
import { workshops } from '../../../festival/content/catalogue'
import { Cross } from '../../../ui/icon'
import { useCloseOnBack } from '../../../ui/use-close-on-back'
import { useFestival } from '../../festival'
import { Link, textLinkLook } from '../../navigation/link'
import type { Answer, AnswerLink } from './answer-question'
import { ask, useConversation } from './conversation'

export { ask }

export interface ChatPanelProps {
  /** `keepsFocus` is true if the heading of a new page takes the focus. */
  onClose: (keepsFocus?: boolean) => void
}

const prompts = [
  'How do I register?',
  workshops.length > 0 ? 'List all workshops' : 'List all events',
  'Where is the event?',
  audienceQuestion,
]

/** Keeps an element within the visible area, above the on-screen keyboard. */
const useKeyboardGap = (element: RefObject<HTMLElement | null>) => {
  useLayoutEffect(() => {
    const view = window.visualViewport
    const measure = () => {
      const style = element.current?.style
      if (!style || !view || view.scale > 1.01) {
        return
      }
      const gap = Math.max(0, window.innerHeight - view.height - view.offsetTop)
      style.setProperty('--keyboard', `${gap}px`)
      style.setProperty('--view', `${view.height}px`)
    }
    measure()
    const leaving = new AbortController()
    view?.addEventListener('resize', measure, { signal: leaving.signal })
    view?.addEventListener('scroll', measure, { signal: leaving.signal })
    return () => leaving.abort()
  }, [element])
}

interface QuestionsProps {
  name: string
  questions: readonly string[]
  onAsk: (question: string) => void
}

const Questions = ({ name, questions, onAsk }: QuestionsProps) => (
  <ul aria-label={name} className="mt-1">
    {questions.map((question) => (
      <li key={question} className="border-b border-rule last:border-b-0">
        <button
          type="button"
          onClick={() => onAsk(question)}
          className="group flex min-h-11 w-full items-center justify-between gap-3 text-left font-display text-[1.125rem]/6 hover:text-accent"
        >
          {question}
          <svg
            viewBox="0 0 40 12"
            aria-hidden="true"
            className="h-3 w-10 shrink-0 fill-none stroke-accent"
          >
            <path d="M0 6h32" />
            <circle cx="35.5" cy="6" r="3" className="group-hover:fill-accent" />
          </svg>
        </button>
      </li>
    ))}
  </ul>
)

/** Prevents line breaks within phone numbers. */
const keepTogether = (text: string): string =>
  text.replace(/\+\d[\d ]+\d/g, (number) => number.replaceAll(' ', '\u00a0'))

const linkLook = `font-semibold ${textLinkLook}`

const branch =
  'relative before:absolute before:top-[1.05rem] before:-left-5 before:h-px before:w-4 before:bg-accent'

const ReplyLink = ({ label, href, onFollow }: AnswerLink & { onFollow: () => void }) =>
  href.startsWith('/') ? (
    <Link href={href} onClick={onFollow} className={linkLook}>
      {label}
    </Link>
  ) : (
    <a href={href} rel="noopener" className={`figures ${linkLook}`}>
      {keepTogether(label)}
    </a>
  )

interface ReplyProps {
  answer: Answer
  onFollow: () => void
  onAsk: (question: string) => void
}

const Reply = ({ answer: { text, cards, items, links, asks }, onFollow, onAsk }: ReplyProps) => (
  <div className="relative mt-2 ml-1.5 border-l border-accent pb-1 pl-5 before:absolute before:-top-1 before:-left-[0.3rem] before:size-2.5 before:rounded-full before:border before:border-accent before:bg-leaf">
    {text.map((line) => (
      <p key={line} className="figures not-first:mt-2">
        {keepTogether(line)}
      </p>
    ))}
    {asks.length > 0 && <Questions name="Perhaps you mean" questions={asks} onAsk={onAsk} />}
    {cards.map(({ name, href, lines }) => (
      <div key={href} className={`not-first:mt-2 ${branch}`}>
        <ReplyLink label={name} href={href} onFollow={onFollow} />
        <dl className="border-t border-rule">
          {lines.map((line) => (
            <div
              key={line.name}
              className="grid grid-cols-[4.75rem_minmax(0,1fr)] gap-x-3 border-b border-rule py-1.5"
            >
              <dt className="text-sm/6 text-faded">{line.name}</dt>
              <dd className="figures">{keepTogether(line.note)}</dd>
            </div>
          ))}
        </dl>
        <ReplyLink label="Event page, with all rules" href={href} onFollow={onFollow} />
      </div>
    ))}
    {items.length > 0 && (
      <ul className="mt-2">
        {items.map(({ name, note, href }) => (
          <li key={`${name} ${note}`} className={`py-1 ${branch}`}>
            <span className={note ? 'font-semibold' : ''}>
              <Link href={href} onClick={onFollow} className={`-my-1.5 ${linkLook}`}>
                {name}
              </Link>
            </span>
            {note && <span className="figures block text-sm text-faded">{keepTogether(note)}</span>}
          </li>
        ))}
      </ul>
    )}
    {links.length > 0 && (
      <p className="mt-1 flex flex-wrap gap-x-5">
        {links.map((link) => (
          <ReplyLink key={link.href + link.label} {...link} onFollow={onFollow} />
        ))}
      </p>
    )}
  </div>
)

export const ChatPanel = ({ onClose }: ChatPanelProps) => {
  const panel = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const last = useRef<HTMLParagraphElement>(null)
  const [text, setText] = useState('')
  const { messages, typing } = useConversation()
  const { state } = useFestival()
  useKeyboardGap(panel)
  useCloseOnBack(onClose)
  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), [])
  // Scroll to the question, so that a long answer is read from the start.
  const messageCount = messages.length
  useLayoutEffect(() => {
    const log = last.current?.parentElement?.parentElement
    if (messageCount > 0 && log && last.current) {
      log.scrollTop = last.current.offsetTop - 8
    }
  }, [messageCount])

  const submitQuestion = (question: string) => {
    ask(question, state)
    input.current?.focus()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    submitQuestion(text)
    setText('')
  }
  // On a phone, the panel would cover the page that the link opens.
  const follow = () => {
    if (!window.matchMedia('(min-width: 40rem)').matches) {
      onClose(true)
    }
  }
  const lastQuestion = messages.findLast(({ sender }) => sender === 'user')
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby="chat-title"
      data-colour="lymph"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') {
          return
        }
        event.stopPropagation()
        onClose()
      }}
      className="fixed inset-x-0 print:hidden bottom-[var(--keyboard,0px)] z-40 flex h-[min(36rem,calc(var(--view,100dvh)-0.5rem))] flex-col border border-line bg-leaf max-sm:border-x-0 max-sm:border-b-0 sm:right-4 sm:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] sm:left-auto sm:h-[min(38rem,calc(100dvh-6rem))] sm:w-[26rem] motion-safe:transition-[opacity,translate] motion-safe:duration-200 motion-safe:starting:translate-y-4 motion-safe:starting:opacity-0"
    >
      <div className="flex items-center justify-between gap-3 border-b border-rule py-1.5 pr-1.5 pl-4">
        <h2 id="chat-title" className="text-lg">
          Ask about {identity.shortTitle}
        </h2>
        <button
          type="button"
          aria-label="Close the chat"
          onClick={() => onClose()}
          className="inline-flex size-11 items-center justify-center"
        >
          <Cross />
        </button>
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3">
        <p className="caption">
          Answers come from the festival’s own pages. Nothing that you type leaves this device.
        </p>
        <Questions name="Quick questions" questions={prompts} onAsk={submitQuestion} />
        <div role="log" aria-label="Conversation" className="pb-4">
          {messages.map((message) => {
            const { id, answer } = message
            if (answer) {
              return <Reply key={id} answer={answer} onFollow={follow} onAsk={submitQuestion} />
            }
            return (
              <p
                key={id}
                ref={message === lastQuestion ? last : undefined}
                className="mt-6 flex items-center gap-3 font-display text-lg italic"
              >
                <span className="min-w-0 break-words">
                  <span className="sr-only">You asked: </span>
                  {message.text}
                </span>
                <span aria-hidden="true" className="h-px min-w-6 flex-1 bg-line" />
              </p>
            )
          })}
        </div>
        {typing > 0 && (
          <p aria-hidden="true" className="caption -mt-2 flex items-center gap-3">
            <svg
              viewBox="0 0 96 12"
              aria-hidden="true"
              className="h-3 w-24 fill-none stroke-accent"
            >
              <circle cx="6" cy="6" r="4.5" />
              <path d="M11 6h80" />
              <path
                d="M11 6h80"
                pathLength="1"
                strokeWidth="4"
                className="opacity-0 [stroke-dasharray:0.12_1] [stroke-dashoffset:0.12] motion-safe:[animation:pulse_1.5s_ease-in-out]"
              />
            </svg>
            looking it up
          </p>
        )}
      </div>
      <form
        onSubmit={send}
        className="flex gap-2 border-t border-rule px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]"
      >
        <label htmlFor="chat-question" className="sr-only">
          Your question
        </label>
        <input
          ref={input}
          id="chat-question"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          enterKeyHint="send"
          maxLength={400}
          placeholder="Write a question"
          className="min-h-12 min-w-0 flex-1 border border-line bg-paper px-3 placeholder:text-faded focus-visible:outline-offset-[-2px]"
        />
        <button
          type="submit"
          disabled={text.trim() === ''}
          className="min-h-12 bg-ink px-5 font-semibold text-paper disabled:cursor-not-allowed disabled:bg-transparent disabled:text-faded disabled:outline disabled:outline-line"
        >
          Send
        </button>
      </form>
    </section>
  )
}
