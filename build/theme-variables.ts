import type { Plugin } from 'vite'
import { palette } from '../festival/content/palette'

/**
 * In the dark theme, pictures with their own colours are shown on light paper, because black lines
 * would otherwise be invisible.
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
 * Adds the colours of both themes to the style sheets of the site, the desk and the door page. The
 * device or the visitor chooses the theme, and any part of a page can be dark. Printed pages are
 * always light.
 */
export const themeVariables: Plugin = {
  name: 'theme-variables',
  enforce: 'pre',
  transform: (code, id) =>
    /\/(?:site|desk|door)\/styles\.css/.test(id)
      ? `${code}@layer base{:root${declare('light')}@media screen and (prefers-color-scheme:dark){:root:not([data-theme='light'])${declare('dark')}}@media screen{[data-theme='dark']${declare('dark')}}}`
      : undefined,
}
