import { NavigationProvider } from './navigation/navigation'
import type { Screen } from './navigation/screen'
import { ErrorBoundary } from './shell/error-screen'
import { Frame } from './shell/frame'

/** The whole site at one address. */
export const App = ({ first }: { first: Screen }) => (
  <ErrorBoundary className="page">
    <NavigationProvider first={first}>
      <Frame />
    </NavigationProvider>
  </ErrorBoundary>
)
