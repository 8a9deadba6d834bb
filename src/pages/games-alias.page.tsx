import { redirect } from 'react-router'
import type { LoadContext } from '#web/page.ts'

/** The second address of games (C05): /games/{id} redirects to /game/{id}, /games to /all-games. */
export async function load({ params, url }: LoadContext) {
  throw redirect(params.gameId ? `/game/${encodeURIComponent(params.gameId)}` : `/all-games${url.search}`, 308)
}

export function Page() {
  return null
}
