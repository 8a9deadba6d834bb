import { beforeAll, beforeEach, expect } from 'vitest'
import { addGames } from './fixtures.ts'
import { type Member, signUp } from './members.ts'
import { openOAuthClient, registerApp } from './oauth-client.ts'
import { useTestApp } from './test-app.ts'

type OAuthClient = Awaited<ReturnType<typeof openOAuthClient>>

/**
 * Starts an app with a member (`maker`) whose two apps a client library plays: `deck` runs on a device, `server` on a
 * server. Before each test `mara` is a new member, who has given no app access.
 */
export function useOAuthApp() {
  const app = useTestApp()
  const maker = {} as Member
  const mara = {} as Member
  const deck = {} as OAuthClient
  const server = {} as OAuthClient
  beforeAll(async () => {
    await addGames(app, ['igdb_1942'])
    Object.assign(maker, await signUp(app))
    Object.assign(deck, await openOAuthClient(app, await registerApp(maker, { name: 'Deck' })))
    Object.assign(
      server,
      await openOAuthClient(app, await registerApp(maker, { name: 'Server', kind: 'confidential' })),
    )
  })
  beforeEach(async () => {
    Object.assign(mara, await signUp(app))
  })
  const statusOf = async (token: string, path = '/api/v1/library') => (await deck.call(token, path)).status
  const refused = (error: string, status = 400) => expect.objectContaining({ error, status })
  const tokens = async (member: Member = mara) => (await member.get('/api/tokens')).body.tokens
  return { app, maker, mara, deck, server, statusOf, refused, tokens }
}
