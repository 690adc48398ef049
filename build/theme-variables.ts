import type { Plugin } from 'vite'
import { palette } from '../festival/content/palette'

/**
 * In the dark theme, pictures with their own colours have light paper, or black lines would be
 * invisible.
 */
const declare = (theme: keyof typeof palette): string => {
  const colours: Record<string, string> = { ...palette[theme] }
  if (theme === 'dark') {
    colours['plate-paper'] = palette.light.paper
  }
  const variables = Object.entries(colours).map(([name, colour]) => `--${name}:${colour}`)
  return `{color-scheme:${theme};${variables.join(';')}}`
}

/**
 * Adds the colours of both themes to the style sheets of site and desk. Dark is chosen by the
 * device or the visitor, and any part of a page can be dark.
 */
export const themeVariables: Plugin = {
  name: 'theme-variables',
  enforce: 'pre',
  transform: (code, id) =>
    /\/(?:site|desk)\/styles\.css/.test(id)
      ? `${code}@layer base{:root${declare('light')}@media (prefers-color-scheme:dark){:root:not([data-theme='light'])${declare('dark')}}[data-theme='dark']${declare('dark')}}`
      : undefined,
}
