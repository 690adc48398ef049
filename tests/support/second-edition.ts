/** Where the gate builds the invented festival of `tests/edition` (`EDITION=tests/edition DIST=… npm run build`). */
export const secondDist = '.cache/second-edition'
