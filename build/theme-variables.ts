import plugin from 'tailwindcss/plugin'
import { palette } from '../festival/palette'

/** The variables of a theme, as a style rule has them: `--paper`, `--ink`, … */
const variablesOf = (theme: keyof typeof palette): Record<string, string> => ({
  'color-scheme': theme,
  ...Object.fromEntries(Object.entries(palette[theme]).map(([name, colour]) => [`--${name}`, colour])),
})

/**
 * Tailwind's plugin that gives the style sheet the colours of both themes: dark by the device's wish or by the visitor's,
 * and any part of a page may be dark by itself.
 */
export default plugin(({ addBase }) =>
  addBase({
    ':root': variablesOf('light'),
    '@media (prefers-color-scheme: dark)': { ":root:not([data-theme='light'])": variablesOf('dark') },
    "[data-theme='dark']": variablesOf('dark'),
  }),
)
