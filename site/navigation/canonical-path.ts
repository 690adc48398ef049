import type { Match } from '../routes'

/** The address for search engines. */
export const canonicalPath = ({ route, props }: Match): string =>
  route.choice && props.choice
    ? `${route.paths[0]}?${route.choice.name}=${props.choice}`
    : route.paths[0]
