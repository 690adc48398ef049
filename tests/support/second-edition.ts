/** The gate's build of `tests/edition` (`EDITION=tests/edition DIST=… npm run build`). */
export const secondDist = '.cache/second-edition'
