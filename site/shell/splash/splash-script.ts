import { draftLifetimeMs } from '../../device/storage-keys'
import type { PageDescription } from '../../routes'

/** In milliseconds. The style sheet uses the same time to end the splash if scripts are off. */
export const splashTime = 3000

export const splashId = 'splash'

/** Fired on `window` after the splash is removed. */
export const splashOverEvent = 'site:splash-over'

/** Marks the documents of pages without an announcement. */
export const quietAttribute = 'data-quiet'

/** The sister event is announced neither over a form nor on private pages. */
export const isAnnounced = ({ draft, isForm, isQuiet }: PageDescription): boolean =>
  draft === undefined && !isForm && !isQuiet

/**
 * Runs before the site's other scripts. Ends the splash when a key is pressed or the splash is
 * clicked (a tap would also hit the link beneath). Ends it before the first paint if the visitor
 * prefers less motion (the style sheet then hides the splash, which gives it a width of 0), or if
 * the page's form has a draft, because the visitor may be returning from the UPI app in the middle
 * of a payment. The offline shell lists the drafts of all forms by address.
 */
export const splashScript = `{let s=document.getElementById('${splashId}'),e=()=>{s.remove();clearTimeout(t);removeEventListener('keydown',e);dispatchEvent(new Event('${splashOverEvent}'))},t=setTimeout(e,${splashTime});s.onclick=e;addEventListener('keydown',e);try{if(!s.offsetWidth||Date.now()-JSON.parse(localStorage[s.dataset.draft||JSON.parse(s.dataset.drafts)[location.pathname+location.search]]).changedAt<${draftLifetimeMs})e()}catch{}}`
