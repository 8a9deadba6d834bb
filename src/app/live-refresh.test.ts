// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountsKeys, SIGNED_OUT } from '#features/accounts/web/accounts.api.ts'
import { listenLive } from '#web/live/subscriptions.ts'
import { startLiveRefresh } from './live-refresh.ts'

let opened: string[]
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  class FakeEventSource extends EventTarget {
    constructor(address: string) {
      super()
      opened.push(new URL(address, 'http://here').searchParams.get('channels') ?? '')
    }
    close() {}
  }
  vi.stubGlobal('EventSource', FakeEventSource)
  const stops = [listenLive('notifications', () => {}), listenLive('playlists:one', () => {}, { isForVisitors: true })]
  stop = () => {
    for (const end of stops) end()
  }
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const session = (id: string | null) => (id === null ? SIGNED_OUT : ({ user: { id } } as unknown as typeof SIGNED_OUT))

test('a visitor has a stream of what is live for visitors, and a member one of everything [R-PLDATA-11]', () => {
  const client = new QueryClient()
  client.setQueryData(accountsKeys.session, session(null))
  startLiveRefresh(client, 5)
  expect(opened).toEqual(['playlists:one'])
  client.setQueryData(accountsKeys.session, session('mara'))
  expect(opened[1]).toBe('notifications,playlists:one')
  client.setQueryData(accountsKeys.session, session(null))
  expect(opened[2]).toBe('playlists:one')
})
