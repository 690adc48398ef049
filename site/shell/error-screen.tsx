import { Component, type ReactNode } from 'react'
import { Button, buttonLook } from '../components/button'

/** What a visitor sees when a page breaks: what to do, and two ways on. They are plain, for the app may be what broke. */
const ErrorScreen = ({ className }: { className: string }) => (
  <section role="alert" className={`py-16 ${className}`}>
    <p className="caption text-lg">A lost impulse</p>
    <h1 tabIndex={-1} className="mt-1 text-3xl">
      This page stopped working
    </h1>
    <p className="measure mt-4">
      The fault is ours, and nothing that you sent is lost. Load the page again; if it stops once more, start from the
      home page, or call us.
    </p>
    <div className="mt-8 flex flex-col gap-3 sm:flex-row">
      <Button onClick={() => window.location.reload()}>Load again</Button>
      <a href="/" className={buttonLook('secondary')}>
        Go to the home page
      </a>
    </div>
    <p className="mt-4">
      <a href="/contact" className="inline-flex min-h-11 items-center underline underline-offset-4">
        Whom to call
      </a>
    </p>
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
