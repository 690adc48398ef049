import { createHash } from 'node:crypto'
import { identity } from '#edition/identity'
import { helpDeskContact } from '../festival/content/help-desk'
import { palette } from '../festival/content/palette'
import { draftStorageKey, typedKey } from '../site/device/storage-keys'
import type { PrerenderedScreen } from '../site/entry-prerender'
import type { Screen } from '../site/navigation/navigation'
import { stalledId } from '../site/navigation/retry-import'
import { scriptPolicy } from '../site/navigation/script-address'
import { markId } from '../site/plate'
import { quietAttribute, splashId, splashScript } from '../site/shell/splash/splash-script'
import { buttonClasses } from '../ui/button'
import { themeScript } from '../ui/theme-switch'
import { escapeJson, fillDocument } from './fill-document'
import { drawMark, gatherPlates } from './plates/make-plates'
import { escapeText } from './plates/picture'

/** The id of the template that holds what a page does not need for its first paint: scripts, icon, manifest. */
const laterId = 'later'

/**
 * Puts them into the page once it has been painted, so that nothing on a slow line or processor comes before what a
 * visitor reads. A page that is not painted, in a tab behind others, gets them after a second (behaviour 9.14).
 * The fonts, which the template's `data-fonts` lists as the arguments of a `FontFace` each, come with them and are
 * put to use together: text is laid out once again, not once for each font.
 *
 * Where a script that makes the page alive does not come, the notice offers to fetch it again, and from the second
 * time on to load the page again, for some browsers remember the failure (behaviour 9.15). What was typed is carried over
 * the load, for the browser forgets it.
 */
const startScript = `{let d=document,g=i=>d.getElementById(i),t=g('${laterId}'),s=g('${stalledId}'),[b,c]=s.querySelectorAll('button'),n,k=0,l=()=>{s.hidden=!0;d.head.append(t.content.cloneNode(!0))},f=()=>{if(n)return;n=1;l();Promise.allSettled(JSON.parse(t.dataset.fonts).map(async a=>new FontFace(...a).load())).then(l=>{for(let{value}of l)value&&d.fonts.add(value)})};c.onclick=()=>s.hidden=!0;addEventListener('error',e=>{if(e.target.type=='module'){s.hidden=!1;b.onclick=k++?()=>{try{sessionStorage.${typedKey}=JSON.stringify([...new FormData(d.forms[0])])}catch{}location.reload()}:l}},!0);new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&f()).observe({type:'paint',buffered:!0});setTimeout(f,1e3)}`

const button = (words: string) =>
  `<button type="button" class="${buttonClasses('secondary')}">${words}</button>`

/**
 * The notice that every page holds, hidden and outside of the app, so that it can be shown although no script of the
 * site has come. Its buttons: try again, and close. It wears classes that other parts wear, for it costs every page.
 */
const makeStalledNotice = (): string =>
  `<div id="${stalledId}" role="alert" hidden class="fixed inset-x-0 top-0 z-50 mx-auto max-w-[44rem] border border-l-4 border-artery bg-paper px-4 py-3"><p class="font-semibold">A part of this page did not load. Nothing that you entered is lost.</p><div class="mt-2 flex flex-wrap gap-2">${button('Try again')}${button('Close')}</div></div>`

const [name = '', edition] = [
  identity.shortTitle,
  identity.title.replace(identity.shortTitle, '').trim(),
]

/**
 * The loading splash that every prerendered page begins with: a picture that is drawn over the page, which is painted
 * beneath it and can be read aloud all the while. It stands outside of the app, so no page waits for it (behaviour 9.5).
 * @param draft the name under which the page's form is kept: where the device has it, there is no splash (behaviour 9.20)
 * @param drafts the same of every address, for the shell
 */
const makeSplash = (draft?: string, drafts?: FormDrafts): string =>
  `<div id="${splashId}" class="splash"${draft ? ` data-draft="${draftStorageKey(draft)}"` : ''}${drafts ? ` data-drafts="${escapeText(JSON.stringify(drafts))}"` : ''} aria-hidden="true"><div>${gatherPlates().splash}<p>${name}${edition ? ` <i>${edition}</i>` : ''}</p></div></div><script>${splashScript}</script>`

/** Where the draft of a form is kept on the device, by the addresses of the form. */
export type FormDrafts = Readonly<Record<string, string>>

export const listFormDrafts = (screens: readonly Screen[]): FormDrafts =>
  Object.fromEntries(
    screens.flatMap(({ match, address, description: { draft } }) => {
      if (!match || draft === undefined) {
        return []
      }
      const [, query] = address.split('?')
      const isFallback = match.props.choice === match.route.choice?.fallback
      return match.route.paths.flatMap((path) => [
        ...(query === undefined ? [] : [[`${path}?${query}`, draftStorageKey(draft)]]),
        ...(query === undefined || isFallback ? [[path, draftStorageKey(draft)]] : []),
      ])
    }),
  )

export interface BuiltFiles {
  /** The address that the site is published under, without a slash at the end. */
  publicUrl: string
  scripts: readonly string[]
  styles: string
  shareImage: string | undefined
  structuredData: readonly object[]
  /** For the shell alone. */
  drafts?: FormDrafts
}

/** The scripts that stand in the page itself; the Content-Security-Policy allows them by their hashes. */
export const inlineScripts: readonly string[] = [themeScript, splashScript, startScript]

/** The mark's drawing, once in each document; whatever shows it refers to it. */
export const markSymbol = `<svg width="0" height="0" aria-hidden="true" class="absolute"><symbol id="${markId}" viewBox="0 0 64 64">${drawMark('0 0 64 64')}</symbol></svg>`

/** The rules that load a font file; those of the stand-ins name no file. */
const fontFaces = /@font-face\{([^}]*url\([^}]*)\}/g

/** The style sheet as it stands in every page; the Content-Security-Policy allows it by its hash. */
export const inlineStyles = (styles: string): string => styles.replace(fontFaces, '')

/** What the browser's `FontFace` is made of, for each of a style sheet's rules that load a font file. */
const listFonts = (styles: string) =>
  Array.from(styles.matchAll(fontFaces), ([, rule = '']) => {
    const declarations = Object.fromEntries(rule.split(';').map((part) => part.split(/:(.*)/s)))
    return [
      declarations['font-family'].replace(/"/g, ''),
      declarations.src,
      { style: declarations['font-style'], weight: declarations['font-weight'] },
    ]
  })

const meta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeText(content)}">`
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeText(content)}">`

export const makeDocument = (
  { screen, html, canonical, moment }: PrerenderedScreen,
  files: BuiltFiles,
): string => {
  const { title, description, draft, isQuiet = false } = screen.description
  const [entry, ...preloads] = files.scripts
  const address = canonical && `${files.publicUrl}${canonical}`
  const share = files.shareImage && `${files.publicUrl}${files.shareImage}`
  // Alike in their measures, the stand-ins of the fonts paint first; the splash covers the change.
  const fonts = escapeJson(listFonts(files.styles))
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
    `<style>${inlineStyles(files.styles)}</style>`,
    ...(address
      ? [`<link rel="canonical" href="${escapeText(address)}">`]
      : [meta('robots', 'noindex')]),
    ...(screen.match?.route.unlisted ? [meta('robots', 'noindex')] : []),
    ...(['light', 'dark'] as const).map(
      (theme) =>
        `<meta name="theme-color" content="${palette[theme].paper}" media="(prefers-color-scheme: ${theme})">`,
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
  ]
  const document = `<!doctype html><html lang="en-IN"${isQuiet ? ` ${quietAttribute}` : ''}><head>${head.join('')}</head><body>${markSymbol}${isQuiet ? '' : makeSplash(draft, files.drafts)}<div id="app"></div>${makeStalledNotice()}<template id="${laterId}" data-fonts='${fonts}'>${later.join('')}</template><script>${startScript}</script></body></html>`
  return fillDocument(document, { html, moment, structuredData: files.structuredData })
}

/**
 * What a browser is shown that sent a form by itself, to the address of a page: nothing was taken, and the form is one
 * step back as it was filled in (behaviour 5.38). It has no scripts, for they would make the form's page of it.
 */
export const makeNotSentPage = (styles: string): string =>
  [
    '<!doctype html><html lang="en-IN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeText(`Not sent yet · ${identity.title}`)}</title><meta name="robots" content="noindex">`,
    `<style>${inlineStyles(styles)}</style></head><body>${markSymbol}<main class="page py-16">`,
    '<svg viewBox="0 0 64 64" aria-hidden="true" class="size-20"><use href="#mark"/></svg>',
    '<h1 class="mt-4 text-3xl">Your form was not sent</h1>',
    '<p class="measure mt-4">The page was not ready yet, so nothing was sent and nothing was kept here. Go back in your browser: what you entered is still there. Load the page again if its button does not work.</p>',
    `<p class="measure mt-4">This form needs JavaScript. If your browser has none, please turn to ${escapeText(helpDeskContact)}.</p>`,
    '</main></body></html>',
  ].join('')

const hashSource = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The Content-Security-Policy of pages (behaviour 9.19), by the texts of the scripts and of the style sheet that stand in them. Pages run
 * the site's own scripts and these, are dressed by that one sheet (a style attribute is refused, too), make no script out
 * of a text (Trusted Types), and talk to their own server only.
 */
export const makeContentSecurityPolicy = (scripts: readonly string[], styles: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts.map(hashSource).join(' ')}`,
    `style-src ${hashSource(styles)}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${scriptPolicy}`,
  ].join('; ')
