import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useNavigation } from './navigation'
import { loadScreen } from './screen'

/** A link within the site: it shows the page without a reload, and fetches it as soon as it is pointed at. */
export const Link = ({ href, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) => {
  const { go } = useNavigation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    rest.onClick?.(event)
    const asksForMore = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || asksForMore || rest.target) return
    event.preventDefault()
    go(href)
  }
  const prefetch = () => void loadScreen(href).catch(() => undefined)
  return (
    <a {...rest} href={href} onClick={follow} onPointerEnter={prefetch} onTouchStart={prefetch} onFocus={prefetch}>
      {children}
    </a>
  )
}
