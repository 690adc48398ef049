import { MomentProvider } from './moment'
import { NavigationProvider } from './navigation/navigation'
import type { Screen } from './navigation/screen'
import { ErrorBoundary } from './shell/error-screen'
import { Frame } from './shell/frame'

/** The whole site at one address. `moment` is when the page was made. */
export const App = ({ first, moment }: { first: Screen; moment: number }) => (
  <ErrorBoundary className="page">
    <MomentProvider first={moment}>
      <NavigationProvider first={first}>
        <Frame />
      </NavigationProvider>
    </MomentProvider>
  </ErrorBoundary>
)
