import type { PassPrices } from '../festival/fee'

declare const __PASS_PRICES__: PassPrices

/** What a delegate pass costs; told by the build, so that no page brings all that is said of passes for it. */
export const passPrices: PassPrices = __PASS_PRICES__
