import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { type ButtonShape, buttonClasses } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { loadScreen, useNavigation } from './navigation'

/** Makes text links large enough to tap. */
export const textLinkLook =
  'inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-ink'

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string | undefined }

/**
 * Navigates without a page reload and prefetches on hover. Without `href`, shows only the children.
 */
export const Link = ({ href, children, ...rest }: LinkProps) => {
  const { go } = useNavigation()
  if (href === undefined) {
    return children
  }
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    rest.onClick?.(event)
    const asksForMore =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || asksForMore || rest.target) {
      return
    }
    event.preventDefault()
    go(href)
  }
  const prefetch = () => void loadScreen(href).catch(() => undefined)
  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      onPointerEnter={prefetch}
      onTouchStart={prefetch}
      onFocus={prefetch}
    >
      {children}
    </a>
  )
}

export const ButtonLink = ({
  shape,
  className = '',
  ...rest
}: LinkProps & { shape?: ButtonShape }) => (
  <Link {...rest} className={`${buttonClasses(shape)} ${className}`} />
)

/** Goes back in the history, or to the parent page if the visitor came from another site. */
export const BackLink = ({ parent, children }: { parent: string; children: ReactNode }) => {
  const { goBack } = useNavigation()
  return (
    <a
      href={parent}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) {
          return
        }
        event.preventDefault()
        goBack(parent)
      }}
      className="-ml-1 inline-flex min-h-11 items-center gap-2 px-1 text-sm font-semibold print:hidden"
    >
      <Icon
        path="M20 12H5M11 6l-6 6 6 6"
        className="size-5 fill-none stroke-current stroke-[1.75]"
      />
      {children}
    </a>
  )
}
