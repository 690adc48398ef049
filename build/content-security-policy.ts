import { createHash } from 'node:crypto'
import { scriptPolicy } from '../site/script-address'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The Content-Security-Policy of pages (behaviour 9.19), by the texts of the scripts and of the style sheet that stand in them. Pages run
 * the site's own scripts and these, are dressed by that one sheet (a style attribute is refused, too), make no script out
 * of a text (Trusted Types), and talk to their own server only.
 */
export const makeContentSecurityPolicy = (scripts: readonly string[], styles: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts.map(hashOf).join(' ')}`,
    `style-src ${hashOf(styles)}`,
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
