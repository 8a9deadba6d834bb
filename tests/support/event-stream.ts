import { afterEach, beforeAll, expect } from 'vitest'
import type { Client, TestApp } from './test-app.ts'

export interface StreamEvent {
  id: string
  event: string
  data: unknown
}

/** A reader of /api/realtime that behaves like a browser's EventSource. */
export interface OpenStream {
  status: number
  headers: Headers
  /** The body of the refusal, if the server refused the stream. */
  body: unknown
  /** Returns all events so far, without the stream's control events. */
  events: () => StreamEvent[]
  /** Returns the raw text received so far. */
  text: () => string
  /** Returns the channels that the server granted. */
  granted: () => string[]
  lastId: () => string
  /** Waits for the next event on this channel; each event is returned once. */
  next: (channel: string) => Promise<StreamEvent>
  ended: Promise<void>
  close: () => void
}

export async function openStream(
  origin: string,
  channels: readonly string[],
  more: { cookie?: string; lastEventId?: string; since?: number; headers?: Record<string, string> } = {},
): Promise<OpenStream> {
  const search = new URLSearchParams({ channels: channels.join(',') })
  if (more.since !== undefined) search.set('since', String(more.since))
  const control = new AbortController()
  const response = await fetch(`${origin}/api/realtime?${search}`, {
    signal: control.signal,
    headers: {
      ...(more.cookie && { cookie: more.cookie }),
      ...(more.lastEventId && { 'last-event-id': more.lastEventId }),
      ...more.headers,
    },
  })
  let text = ''
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true })
  }
  const ended = isStream ? read().catch(() => {}) : Promise.resolve()
  const all = () => eventsIn(text)
  const waitedFor = new Map<string, number>()
  const stream: OpenStream = {
    status: response.status,
    headers: response.headers,
    body: isStream ? null : await response.json().catch(() => null),
    events: () => all().filter(({ event }) => event !== 'ready'),
    text: () => text,
    granted: () =>
      (all().find(({ event }) => event === 'ready')?.data as { channels: string[] } | undefined)?.channels ?? [],
    lastId: () => all().at(-1)?.id ?? '',
    async next(channel) {
      const at = waitedFor.get(channel) ?? 0
      waitedFor.set(channel, at + 1)
      const on = () => all().filter(({ event }) => event === channel)
      await expect.poll(() => on().length).toBeGreaterThan(at)
      return on()[at] as StreamEvent
    },
    ended,
    close: () => control.abort(),
  }
  if (isStream) await expect.poll(() => all().some(({ event }) => event === 'ready')).toBe(true)
  return stream
}

/** Opens streams of a listening app for the tests of a file; they end with each test. */
export function useStreams(app: TestApp) {
  const open: OpenStream[] = []
  let origin: string
  beforeAll(async () => {
    origin = await app.listen()
  })
  afterEach(async () => {
    for (const stream of open.splice(0)) stream.close()
    await expect.poll(() => app.hub.size()).toBe(0)
  })

  /** Opens a stream of a member, or of a visitor for null. It receives nothing that was announced before. */
  async function listen(
    who: Pick<Client, 'cookies'> | null,
    channels: readonly string[],
    more: Parameters<typeof openStream>[2] = {},
  ): Promise<OpenStream> {
    await app.settle()
    const stream = await openStream(origin, channels, { ...(who && { cookie: cookieOf(who) }), ...more })
    open.push(stream)
    return stream
  }
  return { listen, open }
}

function eventsIn(text: string): StreamEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(':')[0] as string, line.replace(/^\w*: ?/, '')]),
      )
      const data = fields.get('data')
      return data === undefined
        ? []
        : [{ id: fields.get('id') ?? '', event: fields.get('event') ?? 'message', data: JSON.parse(data) as unknown }]
    })
}

export const cookieOf = ({ cookies }: { cookies: ReadonlyMap<string, string> }): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
