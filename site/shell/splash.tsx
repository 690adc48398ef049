/** The loading splash (behaviour 9.5); drawn in a later step. */
export const Splash = () => null
