import { Component, type ReactNode } from 'react'

/** Shows something else in place of what breaks inside, so that the rest of the page stays (behaviour 9.11). */
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
