/** The id of the template that holds what a page does not need for its first paint: scripts, icon, manifest. */
export const laterId = 'later'

/**
 * Puts them into the page once it has been painted, so that nothing on a slow line or processor comes before what a
 * visitor reads. A page that is not painted, in a tab behind others, gets them after a second (behaviour 9.14).
 * The fonts, which the template's `data-fonts` lists as the arguments of a `FontFace` each, come with them and are
 * put to use together: text is laid out once again, not once for each font.
 */
export const startScript = `{let t=document.getElementById('${laterId}'),n,f=()=>{if(n)return;n=1;document.head.append(t.content);Promise.allSettled(JSON.parse(t.dataset.fonts).map(async a=>new FontFace(...a).load())).then(l=>{for(let{value}of l)value&&document.fonts.add(value)})};new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&f()).observe({type:'paint',buffered:!0});setTimeout(f,1e3)}`
