import { identity } from '#edition/identity'
import { splashId, splashScript } from '../site/shell/splash/splash-script'
import { drawSplash } from './plates/draw-splash'

const [name = '', edition] = [identity.shortTitle, identity.title.replace(identity.shortTitle, '').trim()]

/**
 * The loading splash that every prerendered page begins with: one neuron that grows over the page, which is painted
 * beneath it and can be read aloud all the while. It stands outside of the app, so no page waits for it (behaviour 9.5).
 */
export const makeSplash = (): string =>
  `<div id="${splashId}" class="splash" aria-hidden="true"><div>${drawSplash()}<p>${name}${edition ? ` <i>${edition}</i>` : ''}</p></div></div><script>${splashScript}</script>`
