declare const __IS_PUBLIC__: boolean

/** Whether the site was built for a public address, where what has ended closes (behaviour 2.8). */
export const isPublic: boolean = __IS_PUBLIC__
