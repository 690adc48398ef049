import { Component, type ReactNode } from 'react'

/** Shows a replacement for a part that throws, so that the rest of the page stays. */
export class ErrorBoundary extends Component<
  { fallback: ReactNode; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
