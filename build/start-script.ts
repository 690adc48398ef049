import { typedKey } from '../site/forms/drafts/carried-texts'
import { stalledId } from '../site/offer-again'

/** The id of the template that holds what a page does not need for its first paint: scripts, icon, manifest. */
export const laterId = 'later'

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
export const startScript = `{let d=document,g=i=>d.getElementById(i),t=g('${laterId}'),s=g('${stalledId}'),[b,c]=s.querySelectorAll('button'),n,k=0,l=()=>{s.hidden=!0;d.head.append(t.content.cloneNode(!0))},f=()=>{if(n)return;n=1;l();Promise.allSettled(JSON.parse(t.dataset.fonts).map(async a=>new FontFace(...a).load())).then(l=>{for(let{value}of l)value&&d.fonts.add(value)})};c.onclick=()=>s.hidden=!0;addEventListener('error',e=>{if(e.target.type=='module'){s.hidden=!1;b.onclick=k++?()=>{try{sessionStorage.${typedKey}=JSON.stringify([...new FormData(d.forms[0])])}catch{}location.reload()}:l}},!0);new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&f()).observe({type:'paint',buffered:!0});setTimeout(f,1e3)}`
