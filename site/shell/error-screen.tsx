import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/button'
import { Mark } from '../plate'

/** What a visitor sees when a page breaks: what to do, and two ways on. They are plain, for the app may be what broke. */
const ErrorScreen = ({ className }: { className: string }) => (
  <section role="alert" className={`py-16 ${className}`}>
    <Mark className="size-20" />
    <h1 tabIndex={-1} className="text-3xl">
      This page stopped working
    </h1>
    <p className="measure mt-4">
      The fault is ours, and nothing that you sent is lost. Load again, go{' '}
      <a href="/" className="underline">
        home
      </a>
      , or{' '}
      <a href="/contact" className="underline">
        call us
      </a>
      .
    </p>
    <Button className="mt-8" onClick={() => location.reload()}>
      Load again
    </Button>
  </section>
)

/** Shows the error screen in place of whatever breaks inside, so that the rest of the site stays (behaviour 9.11). */
export class ErrorBoundary extends Component<{ children: ReactNode; className?: string }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <ErrorScreen className={this.props.className ?? ''} /> : this.props.children
  }
}
