import { Loading } from '../../ui/loading'
import { Chatbot } from '../features/chatbot/chatbot'
import { useNavigation } from '../navigation/navigation'
import { BottomNavigation } from './bottom-navigation'
import { ErrorBoundary } from './error-screen'
import { Footer } from './footer'
import { Header } from './header'
import { SisterPopup } from './sister-popup'

/** What stands around every page: skip link, header, footer, navigation, the popup at start (behaviour 9.3). */
export const Frame = () => {
  const { screen, isLoading } = useNavigation()
  const { Page, match } = screen
  return (
    <>
      <a href="#main" className="absolute -top-20 left-4 z-50 bg-ink px-4 py-3 text-paper focus:top-2">
        Skip to the content
      </a>
      {isLoading && <Loading />}
      <Header />
      <main id="main" className="page pb-16" aria-busy={isLoading}>
        <ErrorBoundary key={screen.address}>
          <Page {...screen.props} />
        </ErrorBoundary>
      </main>
      <Footer />
      {!match?.route.isAlone && (
        <>
          <BottomNavigation />
          <Chatbot />
        </>
      )}
      <SisterPopup />
    </>
  )
}
