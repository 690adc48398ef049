import type { Match } from '../routes'

/** Returns the path that search engines should index. */
export const canonicalPath = ({ route, props }: Match): string =>
  route.choice && props.choice
    ? `${route.paths[0]}?${route.choice.name}=${props.choice}`
    : route.paths[0]
