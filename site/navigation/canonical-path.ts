import type { Match } from '../routes'

/** The one address under which search engines should know a screen. */
export const canonicalPath = ({ route, props }: Match): string =>
  route.choice && props.choice
    ? `${route.paths[0]}?${route.choice.name}=${props.choice}`
    : route.paths[0]
