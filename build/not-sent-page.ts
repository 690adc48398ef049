import { identity } from '#edition/identity'
import { deskWords } from '../festival/help-desk'
import { escapeText, inlineStyles, markSymbol } from './document'

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
    `<p class="measure mt-4">This form needs JavaScript. If your browser has none, please turn to ${escapeText(deskWords)}.</p>`,
    '</main></body></html>',
  ].join('')
