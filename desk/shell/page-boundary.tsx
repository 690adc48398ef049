import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/button'

/**
 * Stands in the place of a page that could not be shown: its script did not come, or it broke. What is not yet saved goes on
 * being sent, and a page that is loaded anew takes it along.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <div role="alert" className="m-4 border border-l-4 border-artery bg-leaf px-4 py-3">
        <p className="font-semibold text-artery">This page cannot be shown.</p>
        <p className="mt-1">Look whether you are online, then load it anew. Nothing that you decided is lost.</p>
        <Button shape="secondary" className="mt-3" onClick={() => window.location.reload()}>
          Load it anew
        </Button>
      </div>
    )
  }
}
