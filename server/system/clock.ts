/** The time now. It is passed in everywhere, so that tests can fix it. */
export type Clock = () => Date
