import { identity } from '#edition/identity'
import { draftAddress } from '../site/draft-store'
import { splashId, splashScript } from '../site/shell/splash/splash-script'
import { drawSplash } from './plates/draw-splash'

const [name = '', edition] = [identity.shortTitle, identity.title.replace(identity.shortTitle, '').trim()]

/**
 * The loading splash that every prerendered page begins with: one neuron that grows over the page, which is painted
 * beneath it and can be read aloud all the while. It stands outside of the app, so no page waits for it (behaviour 9.5).
 * @param draft the name under which the page's form is kept: where the device has it, there is no splash (behaviour 9.20)
 */
export const makeSplash = (draft?: string): string =>
  `<div id="${splashId}" class="splash"${draft ? ` data-draft="${draftAddress(draft)}"` : ''} aria-hidden="true"><div>${drawSplash()}<p>${name}${edition ? ` <i>${edition}</i>` : ''}</p></div></div><script>${splashScript}</script>`
