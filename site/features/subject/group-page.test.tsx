import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MomentProvider } from '../../moment'
import { loadScreen, NavigationProvider } from '../../navigation/navigation'
import { GroupPage } from './group-page'

const first = await loadScreen('/')
const clinical = {
  id: 'clinical',
  title: 'Clinical',
  line: 'By the bedside',
  colour: 'nerve',
} as const

const readCard = (moment: string) => {
  const page = (
    <GroupPage
      kind="workshop"
      query="category"
      groups={[clinical]}
      choice={undefined}
      title="Workshops"
      line="All"
    />
  )
  const html = renderToStaticMarkup(
    <NavigationProvider first={first}>
      <MomentProvider first={Date.parse(moment)} isPublic>
        {page}
      </MomentProvider>
    </NavigationProvider>,
  )
  return /<article.*<\/article>/s.exec(html)?.[0].replace(/<[^>]+>/g, ' ') ?? ''
}

test('shows a category’s workshops and how many of them are open', () => {
  const before = readCard('2025-10-01T00:00:00Z')
  for (const words of [
    'Occulex, The Sonic Shift, Anastamos, Exodontia',
    '4 workshops',
    ', 1 open for registration',
  ]) {
    expect(before).toContain(words)
  }
  const after = readCard('2025-11-01T00:00:00Z')
  expect(after).toMatch(/\d workshops/)
  expect(after).not.toContain('open for registration')
})
