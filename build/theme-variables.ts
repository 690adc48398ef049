import type { Plugin } from 'vite'
import { palette } from '../festival/content/palette'

/**
 * The variables of a theme, as a style rule has them: `--paper`, `--ink`, … In the dark a picture in colours of its own lies on
 * the light theme's paper, or black lines could not be seen.
 */
const declare = (theme: keyof typeof palette): string => {
  const colours = {
    ...palette[theme],
    ...(theme === 'dark' && { 'plate-paper': palette.light.paper }),
  }
  const variables = Object.entries(colours).map(([name, colour]) => `--${name}:${colour}`)
  return `{color-scheme:${theme};${variables.join(';')}}`
}

/**
 * Gives the two style sheets the colours of both themes: dark by the device's wish or by the visitor's, and any part of a page
 * may be dark by itself.
 */
export const themeVariables: Plugin = {
  name: 'theme-variables',
  enforce: 'pre',
  transform: (code, id) =>
    /\/(?:site|desk)\/styles\.css/.test(id)
      ? `${code}@layer base{:root${declare('light')}@media (prefers-color-scheme:dark){:root:not([data-theme='light'])${declare('dark')}}[data-theme='dark']${declare('dark')}}`
      : undefined,
}
