import { draftLifetimeMs } from '../../device/storage-keys'

/** How long the splash stands, in milliseconds (behaviour 9.5). The style sheet says the same where no script runs. */
export const splashTime = 3000

export const splashId = 'splash'

/** Fired on `window` once the splash is out of the document. */
export const splashOverEvent = 'site:splash-over'

/**
 * The attribute of the document that says that nothing may stand before the page: a form's draft is put back, for whoever
 * comes back from the UPI app to a killed tab is in the middle of paying, or a private link opens it (behaviour 9.20).
 */
export const quietAttribute = 'data-quiet'

/**
 * Stands in the page right after the splash, so that a tap or a key ends it before the site's own scripts have come.
 * A tap is taken as a click: it would otherwise fall through to the link beneath. Where the form that the page names has a
 * draft on this device, it ends before anything is painted. The empty shell, which stands for any page without a network,
 * names the forms of all addresses.
 */
export const splashScript = `{let s=document.getElementById('${splashId}'),e=()=>{s.remove();clearTimeout(t);removeEventListener('keydown',e);dispatchEvent(new Event('${splashOverEvent}'))},t=setTimeout(e,${splashTime});s.onclick=e;addEventListener('keydown',e);try{if(Date.now()-JSON.parse(localStorage[s.dataset.draft||JSON.parse(s.dataset.drafts)[location.pathname+location.search]]).changedAt<${draftLifetimeMs}){document.documentElement.setAttribute('${quietAttribute}','');e()}}catch{}}`
