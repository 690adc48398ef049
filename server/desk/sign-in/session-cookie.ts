import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { DeskContext } from '../desk-handlers'

/**
 * The cookie that holds a session's secret: for no script, no other site and, with TLS, no other host. Without TLS, on one's own machine,
 * browsers take no `__Host-` cookie.
 */
export const createSessionCookie = (publicUrl: string) => {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-desk' : 'desk'
  const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const
  return {
    read: (context: DeskContext): string | undefined => getCookie(context, name),
    set: (context: DeskContext, secret: string, maxAge: number): void =>
      setCookie(context, name, secret, { ...options, maxAge }),
    drop: (context: DeskContext): void => void deleteCookie(context, name, options),
  }
}
