import { identity } from '#edition/identity'
import { Link } from '../navigation/link'
import { useNavigation } from '../navigation/navigation'
import { BottomNavigation } from './bottom-navigation'
import { FlowProvider, useFlow } from './flow'
import { Splash } from './splash'
import { StainSwitch } from './stain-switch'

const Header = () => (
  <header className="page flex min-h-14 items-center justify-between gap-4 pt-2">
    <Link href="/" className="flex min-h-11 items-center gap-2 font-display text-lg font-medium">
      {identity.title}
    </Link>
    <StainSwitch />
  </header>
)

const Footer = () => (
  <footer className="page mt-24 border-t border-rule py-8 text-sm text-faded">
    <p>
      {identity.title}, {identity.college}, {identity.city}.
    </p>
  </footer>
)

const Contents = () => {
  const { screen, isLoading } = useNavigation()
  const { isInFlow } = useFlow()
  const { Page } = screen
  return (
    <>
      <a href="#main" className="absolute -top-20 left-4 z-50 bg-ink px-4 py-3 text-paper focus:top-2">
        Skip to the content
      </a>
      <Header />
      <main id="main" className="page pb-16" aria-busy={isLoading}>
        <Page key={screen.address} {...screen.props} />
      </main>
      <Footer />
      {!isInFlow && <BottomNavigation />}
      <Splash />
    </>
  )
}

/** What stands around every page: skip link, header, footer, navigation, splash (behaviour 9.3). */
export const Frame = () => (
  <FlowProvider>
    <Contents />
  </FlowProvider>
)
