import type { Reply } from '#server/routes.ts'

export function sendCookies(reply: Reply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.headers.append('set-cookie', cookie)
}
