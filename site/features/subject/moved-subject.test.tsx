import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { at } from '../../../festival/content/slot'
import { builtState, FestivalProvider } from '../../festival'
import { MomentProvider } from '../../moment'
import { loadScreen, NavigationProvider } from '../../navigation/navigation'

test('shows the organisers’ changes on event pages, the schedule and the form (16.1, 16.7)', async () => {
  const sonostrike = { place: 'Hall 2', note: 'Bring a coat.', closesAt: at('2025-10-08', '15:00') }
  const subjects = { Sonostrike: sonostrike, Vivantia: { status: 'cancelled' as const } }
  const render = async (address: string) => {
    const screen = await loadScreen(address)
    return renderToStaticMarkup(
      <FestivalProvider first={{ ...builtState, version: 1, state: { subjects } }}>
        <MomentProvider first={Date.parse('2025-10-01T10:00:00+05:30')} isPublic>
          <NavigationProvider first={screen}>
            <screen.Page {...screen.props} />
          </NavigationProvider>
        </MomentProvider>
      </FestivalProvider>,
    )
  }
  const page = await render('/workshops/sonostrike')
  for (const words of ['Hall 2', 'Bring a coat.', '3:00 PM']) {
    expect(page).toContain(words)
  }
  const schedule = await render('/schedule')
  for (const words of ['Hall 2', 'Cancelled']) {
    expect(schedule).toContain(words)
  }
  expect(await render('/workshops/vivantia')).toContain('Cancelled')
  // The fee of this event is the pass, which is not refunded.
  const form = await render('/register?event=Vivantia')
  expect(form).toContain('It is cancelled.')
  expect(form).not.toContain('will be refunded')
})
