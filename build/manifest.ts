import { identity } from '#edition/identity'
import { palette } from '../festival/palette'

const icon = (src: string, size: number, purpose = 'any') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('/icon-192.png', 192)] })

/** What a device needs to keep the site as an app: names, colours, icons and three ways in (behaviour 9.13). */
export const makeManifest = (): string =>
  JSON.stringify({
    id: '/',
    name: identity.title,
    short_name: identity.shortTitle,
    description: identity.description,
    lang: 'en-IN',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: palette.light.paper,
    theme_color: palette.light.paper,
    categories: ['education', 'medical', 'events'],
    icons: [
      icon('/icon-192.png', 192),
      icon('/icon-512.png', 512),
      icon('/icon-maskable.png', 512, 'maskable'),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts: [
      shortcut('Schedule', '/schedule'),
      shortcut('My festival', '/my-festival'),
      shortcut('Workshops', '/workshops'),
    ],
  })
