/**
 * Returns the client id and the secret of a Basic header, whose parts are encoded as in a form (RFC 6749, 2.3.1); null for
 * another header, and for characters that no database stores.
 */
export function basicCredentials(authorization: string): { id: string; password: string } | null {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(authorization) ?? []
  const [, ...parts] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  try {
    const [id = '', password = ''] = parts.map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    return id === '' || id.includes('\0') ? null : { id, password }
  } catch {
    // An incomplete escape.
    return null
  }
}
