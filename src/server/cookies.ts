import type { Config } from './config.ts'

/** Returns whether the app is reached over HTTPS. */
export const isTls = ({ config }: { config: Pick<Config, 'baseUrl'> }): boolean =>
  config.baseUrl?.startsWith('https://') ?? false

/**
 * Returns the name of our cookie in the browser. Over HTTPS it begins with `__Host-`: browsers accept such a cookie only
 * from this very host over TLS, so neither a subdomain nor a plain connection can plant one. No other name is read.
 */
export const cookieName = (name: string, overTls: boolean): string => (overTls ? `__Host-${name}` : name)

/** Reads one cookie without parsing the others. */
export function readCookie(header: string | null | undefined, name: string): string | null {
  if (!header) return null
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) {
      try {
        return decodeURIComponent(part.slice(at + 1).trim())
      } catch {
        return null
      }
    }
  }
  return null
}

export function writeCookie(
  name: string,
  value: string,
  options: { maxAge: number; secure: boolean; httpOnly?: boolean },
): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/', 'SameSite=Lax', `Max-Age=${options.maxAge}`]
  if (options.httpOnly !== false) parts.push('HttpOnly')
  if (options.secure) parts.push('Secure')
  return parts.join('; ')
}
