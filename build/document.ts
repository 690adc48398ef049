import { identity } from '#edition/identity'
import { palette } from '../festival/palette'
import type { PrerenderedScreen } from '../site/entry-prerender'
import { markId } from '../site/shell/mark'
import { quietAttribute, splashScript } from '../site/shell/splash/splash-script'
import { themeScript } from '../ui/theme-switch'
import { makeSplash } from './make-splash'
import { drawMark } from './plates/draw-mark'
import { makeStalledNotice } from './stalled-notice'
import { laterId, startScript } from './start-script'

/** What the head of every page needs of the build. */
export interface BuiltFiles {
  /** The address that the site is published under, without a slash at the end. */
  publicUrl: string
  /** The addresses of the scripts that a screen needs, the entry first. */
  scripts: readonly string[]
  /** The style sheet's text. */
  styles: string
  shareImage: string | undefined
  /** Structured data, an object a script element. */
  structuredData: readonly object[]
}

/** A text as it may stand in an element or in an attribute between double quotes. */
export const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

/** JSON that may stand in a script element, or in an attribute between single quotes. */
const escapeJson = (value: object) =>
  JSON.stringify(value).replace(/[<&']/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)

/** The scripts that stand in the page itself; the Content-Security-Policy allows them by their hashes. */
export const inlineScripts: readonly string[] = [themeScript, splashScript, startScript]

/** The mark's drawing, once in each document; whatever shows it refers to it. */
export const markSymbol = drawMark()
  .replace(
    /^<svg [^>]*viewBox/,
    `<svg width="0" height="0" aria-hidden="true" class="absolute"><symbol id="${markId}" viewBox`,
  )
  .replace('</svg>', '</symbol></svg>')

/** The rules that load a font file; those of the stand-ins name no file. */
const fontFaces = /@font-face\{([^}]*url\([^}]*)\}/g

/** The style sheet as it stands in every page; the Content-Security-Policy allows it by its hash. */
export const inlineStyles = (styles: string): string => styles.replace(fontFaces, '')

/** What the browser's `FontFace` is made of, for each of a style sheet's rules that load a font file. */
const listFonts = (styles: string) =>
  Array.from(styles.matchAll(fontFaces), ([, rule = '']) => {
    const parts = Object.fromEntries(rule.split(';').map((part) => part.split(/:(.*)/s)))
    return [
      parts['font-family'].replace(/"/g, ''),
      parts.src,
      { style: parts['font-style'], weight: parts['font-weight'] },
    ]
  })

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeText(content)}">`
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeText(content)}">`

/** The whole HTML text of a prerendered screen. */
export const makeDocument = ({ screen, html, canonical, moment }: PrerenderedScreen, parts: BuiltFiles): string => {
  const { title, description, draft, isQuiet = false } = screen.description
  const [entry, ...preloads] = parts.scripts
  const address = canonical && `${parts.publicUrl}${canonical}`
  const share = parts.shareImage && `${parts.publicUrl}${parts.shareImage}`
  // Alike in their measures, the stand-ins of the fonts paint first; the splash covers the change.
  const fonts = escapeJson(listFonts(parts.styles))
  const later = [
    `<script type="module" src="${entry}"></script>`,
    ...preloads.map((script) => `<link rel="modulepreload" href="${script}">`),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="manifest" href="/site.webmanifest">',
  ]
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeText(title)}</title>`,
    meta('description', description),
    `<script>${themeScript}</script>`,
    `<style>${inlineStyles(parts.styles)}</style>`,
    ...(address ? [`<link rel="canonical" href="${escapeText(address)}">`] : [meta('robots', 'noindex')]),
    ...(screen.match?.route.unlisted ? [meta('robots', 'noindex')] : []),
    ...(['light', 'dark'] as const).map(
      (theme) => `<meta name="theme-color" content="${palette[theme].paper}" media="(prefers-color-scheme: ${theme})">`,
    ),
    // Of no address, so that the browser asks for none until the icon comes.
    '<link rel="icon" href="data:,">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    property('og:site_name', identity.title),
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', description),
    ...(address ? [property('og:url', address)] : []),
    ...(share
      ? [
          property('og:image', share),
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
          meta('twitter:card', 'summary_large_image'),
        ]
      : []),
    ...parts.structuredData.map((data) => `<script type="application/ld+json">${escapeJson(data)}</script>`),
  ]
  return `<!doctype html><html lang="en-IN"${isQuiet ? ` ${quietAttribute}` : ''}><head>${head.join('')}</head><body>${markSymbol}${isQuiet ? '' : makeSplash(draft)}<div id="app"${html && ` data-moment="${moment}"`}>${html}</div>${makeStalledNotice()}<template id="${laterId}" data-fonts='${fonts}'>${later.join('')}</template><script>${startScript}</script></body></html>`
}
