import { createHash } from 'node:crypto'
import { identity } from '#edition/identity'
import type { Identity } from '../festival/content/content'
import { helpDeskContact } from '../festival/content/help-desk'
import { palette } from '../festival/content/palette'
import { publicAttribute, standInUrl } from '../festival/contract/built-address'
import { draftStorageKey, typedKey } from '../site/device/storage-keys'
import type { PrerenderedScreen } from '../site/entry-prerender'
import { partsScript } from '../site/forms/parts-script'
import type { Screen } from '../site/navigation/navigation'
import { stalledId } from '../site/navigation/retry-import'
import { scriptPolicy } from '../site/navigation/script-address'
import { markId } from '../site/plate'
import {
  isAnnounced,
  quietAttribute,
  splashId,
  splashScript,
} from '../site/shell/splash/splash-script'
import { buttonClasses } from '../ui/button'
import { themeScript } from '../ui/theme-switch'
import { escapeJson, fillDocument } from './fill-document'
import { drawMark, gatherPlates } from './plates/make-plates'
import { escapeText } from './plates/picture'

/** The id of the template with everything that the first paint does not need. */
const laterId = 'later'

/**
 * Inserts the template after the first paint, or after a second in a background tab, which is not
 * painted. `data-fonts` lists the arguments of each `FontFace`. All fonts are applied together, so
 * that text is laid out again only once.
 * If a module fails to load, the notice offers to fetch it again. From the second failure on, it
 * offers to reload the page, because some browsers remember the failure. The reload keeps typed
 * text.
 */
const startScript = `{let d=document,g=i=>d.getElementById(i),t=g('${laterId}'),s=g('${stalledId}'),[b,c]=s.querySelectorAll('button'),n,k=0,l=()=>{s.hidden=!0;d.head.append(t.content.cloneNode(!0))},f=()=>{if(n)return;n=1;l();Promise.allSettled(JSON.parse(t.dataset.fonts).map(async a=>new FontFace(...a).load())).then(l=>{for(let{value}of l)value&&d.fonts.add(value)})};c.onclick=()=>s.hidden=!0;addEventListener('error',e=>{if(e.target.type=='module'){s.hidden=!1;b.onclick=k++?()=>{try{sessionStorage.${typedKey}=JSON.stringify([...new FormData(d.forms[0])])}catch{}location.reload()}:l}},!0);new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&f()).observe({type:'paint',buffered:!0});setTimeout(f,1e3)}`

const button = (label: string) =>
  `<button type="button" class="${buttonClasses('secondary')}">${label}</button>`

/**
 * Hidden in every page and placed outside the app, so that the notice works without the site's
 * scripts. Reuses classes of other parts to stay small.
 */
const makeStalledNotice = (): string =>
  `<div id="${stalledId}" role="alert" hidden class="fixed inset-x-0 top-0 z-50 mx-auto max-w-[44rem] border border-l-4 border-artery bg-paper px-4 py-3"><p class="font-semibold">A part of this page did not load. Nothing that you entered is lost.</p><div class="mt-2 flex flex-wrap gap-2">${button('Try again')}${button('Close')}</div></div>`

const markRest = (part: string | undefined) => (part?.trim() ? `<i>${part.trim()}</i>` : '')

/** The text around the short title is in italics. */
export const markTitle = ({
  title,
  shortTitle,
}: Pick<Identity, 'title' | 'shortTitle'>): string => {
  const [before, after] = title.split(shortTitle)
  if (after === undefined) {
    return title
  }
  return `${markRest(before)} ${shortTitle} ${markRest(after)}`.trim()
}

/**
 * The splash covers a page that is already painted and readable, so no page waits for it. The
 * splash is omitted if the device has a draft of the page's form.
 * @param draft the name of the form's draft
 * @param drafts all drafts by address, for the shell
 */
const makeSplash = (draft?: string, drafts?: FormDrafts): string => {
  const draftAttribute = draft ? ` data-draft="${draftStorageKey(draft)}"` : ''
  const draftsAttribute = drafts ? ` data-drafts="${escapeText(JSON.stringify(drafts))}"` : ''
  return [
    `<div id="${splashId}" class="splash"${draftAttribute}${draftsAttribute} aria-hidden="true">`,
    `<div>${gatherPlates().splash}<p>${markTitle(identity)}</p></div></div>`,
    `<script>${splashScript}</script>`,
  ].join('')
}

/** Storage keys of drafts, keyed by the address of the form. */
export type FormDrafts = Readonly<Record<string, string>>

export const listFormDrafts = (screens: readonly Screen[]): FormDrafts => {
  const drafts: Record<string, string> = {}
  for (const { match, address, description } of screens) {
    if (!match || description.draft === undefined) {
      continue
    }
    const key = draftStorageKey(description.draft)
    const [, query] = address.split('?')
    const isFallback = match.props.choice === match.route.choice?.fallback
    for (const path of match.route.paths) {
      if (query !== undefined) {
        drafts[`${path}?${query}`] = key
      }
      if (query === undefined || isFallback) {
        drafts[path] = key
      }
    }
  }
  return drafts
}

export interface BuiltFiles {
  scripts: readonly string[]
  styles: string
  shareImage: string | undefined
  structuredData: readonly object[]
  drafts?: FormDrafts
}

/** The Content-Security-Policy contains the hashes of these scripts. */
export const inlineScripts: readonly string[] = [
  themeScript,
  partsScript,
  splashScript,
  startScript,
]

/** Drawn once per document, so that each use is only a reference. */
export const markSymbol = `<svg width="0" height="0" aria-hidden="true" class="absolute"><symbol id="${markId}" viewBox="0 0 64 64">${drawMark('0 0 64 64')}</symbol></svg>`

/** Fallback fonts have no file, so they do not match. */
const fontFaces = /@font-face\{([^}]*url\([^}]*)\}/g

/** The Content-Security-Policy contains the hash of the result. */
export const inlineStyles = (styles: string): string => styles.replace(fontFaces, '')

const listFonts = (styles: string) =>
  Array.from(styles.matchAll(fontFaces), ([, rule = '']) => {
    const declarations = Object.fromEntries(rule.split(';').map((part) => part.split(/:(.*)/s)))
    return [
      declarations['font-family'].replace(/"/g, ''),
      // Every browser that runs the site's scripts supports WOFF2.
      declarations.src.replace(/ ?format\([^)]*\)/g, ''),
      {
        style: declarations['font-style'],
        weight: declarations['font-weight'],
        unicodeRange: declarations['unicode-range'],
      },
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
  const address = canonical && `${standInUrl}${canonical}`
  const share = files.shareImage && `${standInUrl}${files.shareImage}`
  // The first paint uses fallback fonts with the same metrics, and the splash hides the change.
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
    address ? `<link rel="canonical" href="${escapeText(address)}">` : meta('robots', 'noindex'),
  ]
  if (screen.match?.route.unlisted) {
    head.push(meta('robots', 'noindex'))
  }
  head.push(
    ...(['light', 'dark'] as const).map(
      (theme) =>
        `<meta name="theme-color" content="${palette[theme].paper}" media="(prefers-color-scheme: ${theme})">`,
    ),
    // Prevents a request for the icon until the real one is inserted.
    '<link rel="icon" href="data:,">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    property('og:site_name', identity.title),
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', description),
  )
  if (address) {
    head.push(property('og:url', address))
  }
  if (share) {
    head.push(
      property('og:image', share),
      property('og:image:width', '1200'),
      property('og:image:height', '630'),
      meta('twitter:card', 'summary_large_image'),
    )
  }
  const body = [
    markSymbol,
    draft || files.drafts ? `<script>${partsScript}</script>` : '',
    isQuiet ? '' : makeSplash(draft, files.drafts),
    '<div id="app"></div>',
    makeStalledNotice(),
    `<template id="${laterId}" data-fonts='${fonts}'>${later.join('')}</template>`,
    `<script>${startScript}</script>`,
  ]
  const quiet = isAnnounced(screen.description) ? '' : ` ${quietAttribute}`
  const document = `<!doctype html><html lang="en-IN" ${publicAttribute}${quiet}><head>${head.join('')}</head><body>${body.join('')}</body></html>`
  return fillDocument(document, { html, moment, structuredData: files.structuredData })
}

/**
 * Shown if a browser submits a form before the page is interactive. Contains no scripts, because
 * they would render the page of the form.
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
 * Allows the site's scripts, these inline scripts, this style sheet, and connections to the site's
 * own server. Refuses style attributes and scripts created from text (Trusted Types).
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
