/** The id of the template that holds what a page does not need for its first paint: fonts, scripts, the manifest. */
export const laterId = 'later'

/**
 * Puts them into the page once it has been painted, so that nothing on a slow line or processor comes before what a
 * visitor reads. A page that is not painted, in a tab behind others, gets them after a second (behaviour 9.14).
 */
export const startScript = `{let f=()=>document.head.append(document.getElementById('${laterId}').content);new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&f()).observe({type:'paint',buffered:!0});setTimeout(f,1e3)}`
