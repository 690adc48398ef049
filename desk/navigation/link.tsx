import type { ComponentProps } from 'react'
import { go } from './address'

/** A link within the desk; a press with a modifier is the browser's. */
export const Link = ({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) => (
  <a
    href={href}
    onClick={(event) => {
      onClick?.(event)
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      go(href)
    }}
    {...rest}
  />
)
