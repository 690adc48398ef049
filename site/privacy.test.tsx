import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { privacy } from '#edition/privacy'
import { PrivacyLine } from './forms/privacy-line'

const show = async (optionalPages: string) => {
  vi.resetModules()
  vi.stubGlobal('__OPTIONAL_PAGES__', optionalPages.split(' ').filter(Boolean))
  const { loadScreen, NavigationProvider } = await import('./navigation/navigation')
  const { default: Page } = await import('./routes/privacy')
  const first = await loadScreen('/privacy')
  const html = renderToStaticMarkup(
    <NavigationProvider first={first}>
      <Page />
    </NavigationProvider>,
  )
  vi.unstubAllGlobals()
  vi.resetModules()
  return html
}

test('shows the version, the data, the copies and the contact on the privacy page (9.101)', async () => {
  const html = await show('delegate-pass accommodation shop')
  const { collected, copies, contact, corrections, erasure, hosting, minors } = privacy
  const texts = [
    ...Object.values(collected).flatMap((of) => Object.values(of)),
    ...Object.values(copies),
  ]
  for (const text of [
    ...texts,
    corrections,
    erasure,
    hosting,
    minors,
    contact.name,
    contact.email,
  ]) {
    expect(html).toContain(text)
  }
  expect(html).toContain('Version of 1 September 2025')
  expect(html).toContain('Data Protection Board of India')
})

test('the privacy page omits passes and rooms if the edition has none (9.101)', async () => {
  const html = await show('')
  expect(html).not.toContain('Delegate pass')
  expect(html).not.toContain('Room request')
  expect(html).toContain('Registering for an event or workshop')
})

test('links to the privacy notice above the submit button (5.137)', () => {
  const html = renderToStaticMarkup(<PrivacyLine hasTeam />)
  expect(html.replace(/<[^>]*>/g, '')).toBe(
    'Medical College (to be announced) uses these details as described in its privacy notice (1 September 2025), opens in a new tab. Team leaders: please tell your members.',
  )
  expect(html).toContain('href="/privacy" target="_blank"')
})

test('mentions team leaders above the submit button only in forms for teams (5.153)', () => {
  const words = 'Team leaders: please tell your members.'
  expect(renderToStaticMarkup(<PrivacyLine hasTeam />)).toContain(words)
  expect(renderToStaticMarkup(<PrivacyLine />)).not.toContain(words)
})

test('asks for the age if the edition requires it, and for a parent of anyone under 18 (5.139)', async () => {
  const field = (value: string) => (path: string) => ({
    path,
    value: path === 'age.is' ? value : '',
    error: undefined,
    onChange: () => undefined,
    onBlur: () => undefined,
  })
  const showAge = async (isAgeAsked: boolean, value: string) => {
    vi.resetModules()
    vi.stubGlobal('__PRIVACY_NOTICE__', {
      date: privacy.date,
      responsible: privacy.responsible,
      isAgeAsked,
    })
    const { AgeFields } = await import('./forms/fields')
    const html = renderToStaticMarkup(<AgeFields form={{ fieldNamed: field(value) }} />)
    vi.unstubAllGlobals()
    vi.resetModules()
    return html
  }
  expect(await showAge(false, '')).toBe('')
  expect(await showAge(true, 'adult')).toContain('18 or older')
  expect(await showAge(true, 'adult')).not.toContain('A parent’s phone')
  expect(await showAge(true, 'minor')).toContain('A parent’s name')
  expect(await showAge(true, 'minor')).toContain('A parent’s phone')
})
